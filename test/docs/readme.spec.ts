import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { useTestService } from '../support/test-service.js';
import { programOutput } from './program-output.js';

/** Those that are installed here. */
const SHELLS = ['sh', 'bash', 'zsh'].filter(
  (shell) => existsSync(`/bin/${shell}`) || existsSync(`/usr/bin/${shell}`),
);

const readme = await readFile(join(import.meta.dirname, '../../README.md'), 'utf8');

const { service } = useTestService({ ROLE: 'all' });

describe('the README', () => {
  it.each(SHELLS)('leads through a tour that works when pasted into %s', async (shell) => {
    const section = readme.slice(readme.indexOf('## A first tour'), readme.indexOf('## Where to go on'));
    const tour = [...section.matchAll(/```sh\n([^]*?)```/g)].map(([, block]) => block).join('');
    const script = tour
      .replace('API=http://127.0.0.1:3000', `API=${service.url}`)
      .replace('KEY=$(cat .data/api-key)', `KEY=${service.home.key}`);
    // The shells take a script from their standard input as they take what is pasted.
    const { stdout, stderr } = await pasted(shell, script);
    const [person, page, audience, version] = answersIn(stderr);
    const [fault, changed, link, found, figures] = answersIn(stdout);
    expect(person.name).toBe('Ada Lovelace');
    expect(fault.errors[0]).toMatchObject({ pointer: '/name', code: 'too_short' });
    expect(audience).toMatchObject({ pageId: page.pageId, personId: person.personId, status: 'published' });
    expect(changed.actionUrlOverride).toBe('https://example.com/ada');
    expect(version).toMatchObject({ versionNumber: 2, audienceId: audience.audienceId });
    expect(link.target.audienceId).toBe(audience.audienceId);
    expect(found).toMatchObject({ found: true, versionId: version.versionId });
    expect(figures.totals).toBeDefined();
  });

  it('has a program in TypeScript that works', async () => {
    const [, program] = /```ts\n([^]*?)```/.exec(readme)!;
    const lines = await programOutput(program!, { API: service.url, KEY: service.home.key });
    expect(lines.filter((line) => / audience_\w+$/.test(line)).length).toBeGreaterThan(1);
  });

  it('is read in a few minutes', () => {
    expect(Buffer.byteLength(readme)).toBeLessThan(10_000);
  });
});

describe('the architecture', () => {
  it('names only files and folders that exist in its table of rules', async () => {
    const page = await readFile(join(import.meta.dirname, '../../docs/architecture.md'), 'utf8');
    const paths = [
      ...page.matchAll(/`((?:shared|modules)\/[\w/.-]+\.tsx?|test\/[\w/.-]+\.\w+|docs\/[\w/]+)`/g),
    ].map(([, path]) => path!);
    expect(paths.length).toBeGreaterThan(20);
    const missing = paths.filter((path) => {
      const root = join(import.meta.dirname, '../..', /^(shared|modules)/.test(path) ? 'src' : '.');
      return !existsSync(join(root, path));
    });
    expect(missing).toEqual([]);
  });
});

async function pasted(shell: string, script: string): Promise<{ stdout: string; stderr: string }> {
  const child = spawn(shell, ['-s'], { stdio: 'pipe' });
  child.stdin.end(script);
  const [stdout, stderr] = await Promise.all([text(child.stdout), text(child.stderr)]);
  return { stdout, stderr };
}

// eslint-disable-next-line @typescript-eslint/no-explicit-any -- whatever the service answers
function answersIn(output: string): any[] {
  return output
    .trim()
    .split('\n')
    .map((line) => (line.startsWith('{') ? JSON.parse(line) : line));
}
