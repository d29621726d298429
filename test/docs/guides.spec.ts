import { spawn } from 'node:child_process';
import { mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { freePort } from '../support/servers/free-port.mjs';
import { useTestService } from '../support/test-service.js';

const PROJECT = join(import.meta.dirname, '../..');

const { service } = useTestService({ ROLE: 'all', WEBHOOK_ALLOW_PRIVATE: '127.0.0.1' });

let folder: string;

/** As a reader has it: the key in a file, and the client installed. */
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'foyer-guide-'));
  await mkdir(join(folder, '.data'));
  await writeFile(join(folder, '.data/api-key'), `${service.home.key}\n`);
  await mkdir(join(folder, 'node_modules/@foyer'), { recursive: true });
  await symlink(join(PROJECT, 'packages/client'), join(folder, 'node_modules/@foyer/client'));
});
afterEach(() => rm(folder, { recursive: true }));

const UNESCAPED: Record<string, string> = {
  '&lt;': '<',
  '&gt;': '>',
  '&quot;': '"',
  '&#39;': "'",
  '&amp;': '&',
};

/** The steps in a language, as a reader copies them from the page. */
async function stepsOf(name: string, language: 'sh' | 'ts'): Promise<string> {
  const answer = await fetch(`${service.url}/docs/guides/${name}`);
  expect(answer.status).toBe(200);
  const blocks = (await answer.text()).matchAll(
    new RegExp(`<code class="language-${language}">([^]*?)</code>`, 'g'),
  );
  const port = await freePort();
  return [...blocks]
    .map(([, block]) => block!.replaceAll(/&(lt|gt|quot|#39|amp);/g, (each) => UNESCAPED[each]!))
    .join('\n')
    .replaceAll('http://127.0.0.1:3000', service.url)
    .replaceAll('8080', String(port));
}

async function runInShell(steps: string): Promise<string> {
  return run(spawn('sh', ['-e', '-s'], { cwd: folder, stdio: 'pipe' }), steps);
}

async function runAsProgram(steps: string): Promise<string> {
  await writeFile(join(folder, 'guide.mts'), steps);
  return run(spawn(process.execPath, ['--no-warnings', 'guide.mts'], { cwd: folder, stdio: 'pipe' }), '');
}

async function run(child: ReturnType<typeof spawn>, input: string): Promise<string> {
  const timeout = setTimeout(() => child.kill('SIGKILL'), 60_000);
  child.stdin!.end(input);
  const [stdout, stderr] = await Promise.all([text(child.stdout!), text(child.stderr!)]);
  clearTimeout(timeout);
  return stdout + stderr;
}

/** What a visitor sees at the URL that the guide prints last. */
async function pageAt(output: string): Promise<string> {
  const url = /http:\/\/127\.0\.0\.1:\d+\/[^\s"]*\/for\/person_\w+/.exec(output)![0];
  return (await fetch(url, { headers: { accept: 'text/html' } })).text();
}

describe('the guide to the first page', () => {
  it.each([
    ['sh', runInShell],
    ['ts', runAsProgram],
  ] as const)('ends with a page for the person (%s)', async (language, runSteps) => {
    const page = await pageAt(await runSteps(await stepsOf('first-page', language)));
    expect(page).toContain('Foyer greets each visitor');
    expect(page).toContain('https://example.com/ada');
  });
});

describe('the guide to webhooks', () => {
  it.each([
    ['sh', runInShell],
    ['ts', runAsProgram],
  ] as const)('ends with a received event (%s)', async (language, runSteps) => {
    const output = await runSteps(await stepsOf('webhooks', language));
    expect(output).toContain('topic.created');
    expect(output).toContain('delivered');
    const { body } = await service.home.api.get('/v0/webhook_subscriptions');
    expect(body.items.filter(({ url }: { url: string }) => url.startsWith('http://127.0.0.1'))).toEqual([]);
  });
});
