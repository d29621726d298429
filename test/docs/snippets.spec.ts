import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import ts from 'typescript';
import { resources } from '../../packages/client/src/resources.js';
import { clientMethod } from '../../src/shared/http/docs/browser/client-call.js';
import { clientSnippet } from '../../src/shared/http/docs/browser/client-snippet.js';
import { curlSnippet, pathOf } from '../../src/shared/http/docs/browser/curl-snippet.js';
import { exampleRequest } from '../../src/shared/http/docs/browser/example-request.js';
import type { OpenApiDocument } from '../../src/shared/http/docs/browser/openapi-document.js';
import { documentOf } from '../support/openapi/operations.js';
import { useTestService } from '../support/test-service.js';

const { service } = useTestService();
let document: OpenApiDocument;

beforeAll(async () => {
  document = (await documentOf(service)) as unknown as OpenApiDocument;
});

const VERBS: Record<string, string> = {
  DO: 'post',
  UPLOAD: 'post',
  POST: 'post',
  PUT: 'put',
  PATCH: 'patch',
  DELETE: 'delete',
};

/** The methods of the client, by operation: `get /v0/topics` has `topics.list`. */
function methodsIn(tree: object, names: string[] = []): [string, string][] {
  return Object.entries(tree).flatMap(([name, leaf]: [string, string | object]) => {
    const path = [...names, name];
    if (typeof leaf !== 'string') return methodsIn(leaf, path);
    const [, kind, template] = /^(\w+) ([^?]+)/.exec(leaf)!;
    return [[`${VERBS[kind!] ?? 'get'} ${template!}`, path.join('.')]];
  });
}

/** The code of an example, in each language. */
function codeOf(path: string, method: string): { curl: string; typescript: string } {
  const request = exampleRequest(document, path, method);
  const name = clientMethod(path, method, document.paths[path]![method]!);
  return { curl: curlSnippet(request, service.url), typescript: clientSnippet(request, name, service.url) };
}

const CLIENT = join(import.meta.dirname, '../../packages/client/dist');

/** What the compiler says of programs that are on no disk. */
function compilerFaults(programs: ReadonlyMap<string, string>): string[] {
  const options: ts.CompilerOptions = {
    ...{ noEmit: true, strict: true, skipLibCheck: true, types: ['node'] },
    ...{ module: ts.ModuleKind.NodeNext, target: ts.ScriptTarget.ES2023 },
    // A copy of this tree shares its packages, whose link leads to the client of the original.
    paths: {
      '@foyer/client': [join(CLIENT, 'index.d.ts')],
      '@foyer/client/node': [join(CLIENT, 'file-from-path.d.ts')],
    },
  };
  const disk = ts.createCompilerHost(options);
  const host = Object.assign(ts.createCompilerHost(options), {
    fileExists: (file: string) => programs.has(file) || disk.fileExists(file),
    readFile: (file: string) => programs.get(file) ?? disk.readFile(file),
  });
  const program = ts.createProgram([...programs.keys()], options, host);
  return ts
    .getPreEmitDiagnostics(program)
    .map(
      ({ file, messageText }) => `${file?.fileName}: ${ts.flattenDiagnosticMessageText(messageText, ' ')}`,
    );
}

describe('the example as code', () => {
  it('calls the method of the client that the operation has', () => {
    const methods = methodsIn(resources);
    for (const [path, operations] of Object.entries(document.paths)) {
      for (const [method, operation] of Object.entries(operations)) {
        const known = methods.filter(([key]) => key === `${method} ${path}`).map(([, name]) => name);
        expect(known).toContain(clientMethod(path, method, operation));
      }
    }
  });

  it.each([
    ['/v0/persons', 'post', 201],
    ['/v0/topics/{topic_id}', 'patch', 200],
    ['/v0/persons', 'get', 200],
    ['/v0/page_links/resolve', 'get', 200],
  ])('works in a shell: %s %s', async (path, method, status) => {
    const child = spawn('sh', ['-s'], {
      stdio: 'pipe',
      env: { ...process.env, FOYER_KEY: service.home.key },
    });
    child.stdin.end(codeOf(path, method).curl.replace('curl', 'curl -s -o /dev/null -w "%{http_code}"'));
    expect(await text(child.stdout)).toBe(String(status));
  });

  it('fits the types of the client, for each operation', () => {
    const snippets = new Map<string, string>();
    for (const [path, operations] of Object.entries(document.paths))
      for (const [method, { operationId }] of Object.entries(operations))
        snippets.set(join(import.meta.dirname, `${operationId}.mts`), codeOf(path, method).typescript);
    expect(snippets.size).toBeGreaterThan(100);
    const unsound = join(import.meta.dirname, 'unsound.mts');
    snippets.set(unsound, codeOf('/v0/topics', 'get').typescript.replace('topics', 'nothing'));
    expect(compilerFaults(snippets)).toEqual([
      expect.stringMatching(/unsound\.mts: .*'nothing' does not exist/),
    ]);
  });

  it('quotes what a shell would read', () => {
    const request = exampleRequest(document, '/v0/topics', 'post');
    const code = curlSnippet({ ...request, body: { title: "Ada's $HOME" } }, 'http://foyer.example');
    expect(code).toContain(`-d '{\n  "title": "Ada'\\''s $HOME"\n}'`);
    expect(pathOf({ ...request, query: { path: '/a b&c' } })).toBe('/v0/topics?path=%2Fa%20b%26c');
  });

  it('is what one would write with the client', () => {
    const { typescript } = codeOf('/v0/topics/{topic_id}', 'get');
    expect(typescript.split('\n').slice(-2)).toEqual([
      `const answer = await foyer.topics.get('topic_01je7nqt00e008000000000007');`,
      'console.log(answer);',
    ]);
    expect(codeOf('/v0/events/stream', 'get').typescript).toContain(
      'for await (const item of foyer.events.stream())',
    );
    expect(codeOf('/v0/assets', 'post').typescript).toContain(`file: await fileFromPath('logo.svg')`);
  });
});
