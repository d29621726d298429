import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { gzipSync } from 'node:zlib';
import { jest } from '@jest/globals';
import { newWebhookSecret } from '../../src/modules/webhooks/subscriptions/webhook-secrets.js';
import { signedHeaders, signingKey } from '../../src/shared/kernel/webhook-signatures.js';
import { inBrowser } from '../support/browser.js';
import { freePort } from '../support/servers/free-port.mjs';
import { useTestService } from '../support/test-service.js';

const root = path.resolve(import.meta.dirname, '../..');
const programs = path.join(import.meta.dirname, 'client-programs');

/** Where the browser's page comes from, so that it calls the API of another origin. */
const pagePort = await freePort();
const { service } = useTestService({ CORS_ORIGINS: `http://127.0.0.1:${pagePort}` });

const MAX_BUNDLE_BYTES = 15 * 1024;
const ESBUILD = 'esbuild@0.28.2';
const OTHER_NODE = 'node@20';

// It downloads another Node and a bundler.
jest.setTimeout(600_000);

/** An empty project in which the packed package is installed. */
let project: string;

beforeAll(async () => {
  project = await mkdtemp(path.join(tmpdir(), 'foyer client '));
  await cp(programs, project, { recursive: true });
  const manifest = { type: 'module', private: true, allowScripts: { node: true, esbuild: true } };
  await writeFile(path.join(project, 'package.json'), JSON.stringify(manifest));
  const packed = await npm(
    ['pack', '--silent', '--pack-destination', project],
    path.join(root, 'packages/client'),
  );
  await npm(['install', '--no-audit', '--no-fund', `./${packed.trim()}`, ESBUILD, OTHER_NODE], project);
});

afterAll(() => rm(project, { recursive: true, force: true }));

describe('the installed package', () => {
  it('brings at most one other package, and only what it needs', async () => {
    const manifest = JSON.parse(
      await readFile(path.join(project, 'node_modules/@foyer/client/package.json'), 'utf8'),
    );
    expect(Object.keys(manifest.dependencies ?? {}).length).toBeLessThanOrEqual(1);
    const listed = JSON.parse(await npm(['pack', '--dry-run', '--json'], path.join(root, 'packages/client')));
    const [{ files }] = Array.isArray(listed) ? listed : Object.values(listed);
    const names = (files as { path: string }[]).map((file) => file.path);
    expect(
      names.filter((name) => !/^(dist\/[\w./-]+\.(js|d\.ts)|package\.json|README\.md)$/.test(name)),
    ).toEqual([]);
    expect(names).toEqual(
      expect.arrayContaining(['dist/index.js', 'dist/index.d.ts', 'dist/file-from-path.js', 'README.md']),
    );
  });

  it.each([
    ['20', () => path.join(project, 'node_modules/node/bin/node')],
    ['24', () => path.join(root, 'node_modules/node/bin/node')],
  ])('works in Node %s', async (version, node) => {
    const { stdout, stderr } = await run(node(), ['everything.mjs'], {
      API: service.url,
      KEY: service.home.key,
      DELIVERY: JSON.stringify(delivery()),
    });
    expect(stderr).toBe('');
    const { node: ran, persons, ...rest } = JSON.parse(stdout);
    expect(ran).toMatch(new RegExp(`^${version}\\.`));
    expect(persons).toBeGreaterThan(2);
    expect(rest).toEqual({
      ...{ name: 'Ada King', late: 'precondition_failed', width: 8 },
      ...{ live: 'topic.created', delivered: 'topic.created' },
    });
  });

  /** Its programs, and those of the guide. */
  it.each([
    ['browsers', ['--lib', 'ES2022,DOM,DOM.Iterable'], ['types.ts']],
    [
      'Node',
      ['--lib', 'ES2022', '--types', 'node', '--typeRoots', path.join(root, 'node_modules/@types')],
      ['types.ts', 'guide.ts'],
    ],
  ])('has types for %s, without errors of its own', async (_, options, files) => {
    const guide = await readFile(path.join(root, 'docs/client.md'), 'utf8');
    const blocks = [...guide.matchAll(/```ts\n([^]*?)```/g)].map(([, block]) => block);
    await writeFile(path.join(project, 'guide.ts'), blocks.join('\n'));
    const tsc = path.join(root, 'node_modules/typescript/bin/tsc');
    const strict = ['--noEmit', '--strict', '--noUncheckedIndexedAccess', '--module', 'nodenext'];
    await run(process.execPath, [tsc, ...strict, ...options, ...files]);
  });

  it('is small in a program with five operations, which needs nothing of Node', async () => {
    const bundle = await bundled();
    expect(gzipSync(bundle, { level: 9 }).length).toBeLessThan(MAX_BUNDLE_BYTES);
  });
});

inBrowser('the installed package in a browser', (newPage) => {
  let server: Server;

  beforeAll(async () => {
    const bundle = await bundled();
    server = createServer((request, answer) =>
      request.url === '/bundle.js'
        ? answer.setHeader('content-type', 'text/javascript').end(bundle)
        : answer.setHeader('content-type', 'text/html').end('<!doctype html><title>A page</title>'),
    );
    server.listen(pagePort, '127.0.0.1');
    await once(server, 'listening');
  });
  afterAll(async () => {
    server.closeAllConnections();
    server.close();
    await once(server, 'close');
  });

  const EXPECTED = { isSame: true, late: 'precondition_failed', persons: expect.any(Number) };

  it('works in a page of another origin', async () => {
    const { page } = await newPage();
    await page.goto(`http://127.0.0.1:${(server.address() as AddressInfo).port}/`);
    const result = await page.evaluate(
      async ([url, key]) => {
        const bundle: string = '/bundle.js';
        const { useFoyer } = (await import(bundle)) as {
          useFoyer: (url: string, key: string) => Promise<unknown>;
        };
        return useFoyer(url!, key!);
      },
      [service.url, service.home.key],
    );
    expect(result).toEqual(EXPECTED);
  });

  it('works in a worker', async () => {
    const { page } = await newPage();
    await page.goto(`http://127.0.0.1:${(server.address() as AddressInfo).port}/`);
    const result = await page.evaluate(`new Promise((resolve, reject) => {
      const worker = new Worker('/bundle.js', { type: 'module' });
      worker.onmessage = ({ data }) => resolve(data);
      worker.onerror = ({ message }) => reject(new Error(message));
      worker.postMessage(${JSON.stringify({ url: service.url, key: service.home.key })});
    })`);
    expect(result).toEqual(EXPECTED);
  });
});

function delivery(): object {
  const secret = newWebhookSecret();
  const eventId = 'event_01jd0000000000000000000000';
  const body = JSON.stringify({ eventId, payload: { type: 'topic.created', topicId: 'topic_1' } });
  const headers = signedHeaders({ eventId, body, at: new Date(), keys: [signingKey(secret)] });
  return { headers, body, secret };
}

async function bundled(): Promise<Buffer> {
  const esbuild = path.join(project, 'node_modules/esbuild/bin/esbuild');
  const options = ['--bundle', '--minify', '--format=esm', '--platform=browser', '--outfile=bundle.js'];
  await run(esbuild, ['five-operations.mjs', ...options, '--log-level=error']);
  return readFile(path.join(project, 'bundle.js'));
}

function npm(words: readonly string[], cwd: string): Promise<string> {
  return run('npm', words, {}, cwd).then(({ stdout }) => stdout);
}

/** Fails with what the program printed. */
async function run(
  program: string,
  words: readonly string[],
  environment: NodeJS.ProcessEnv = {},
  cwd = project,
): Promise<{ stdout: string; stderr: string }> {
  const env = { ...process.env, NODE_OPTIONS: '', ...environment };
  return promisify(execFile)(program, words, { cwd, env }).catch((error: Error & { stdout?: string }) => {
    throw new Error(`${error.message}\n${error.stdout ?? ''}`);
  });
}
