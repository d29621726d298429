import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { useTestService } from '../support/test-service.js';

const root = resolve(import.meta.dirname, '../..');
const guide = await readFile(join(root, 'docs/client.md'), 'utf8');
const blocks = [...guide.matchAll(/```ts\n([^]*?)```/g)].map(([, block]) => block!);

const { service } = useTestService({ ROLE: 'all' });

/** Runs a program as its reader does: a file of TypeScript beside the installed package. */
async function output(program: string): Promise<string[]> {
  const folder = await mkdtemp(join(tmpdir(), 'foyer-guide-'));
  try {
    await symlink(join(root, 'node_modules'), join(folder, 'node_modules'));
    await writeFile(join(folder, 'package.json'), '{ "type": "module" }');
    await writeFile(join(folder, 'guide.ts'), program);
    const env = { ...process.env, NODE_OPTIONS: '', API: service.url, KEY: service.home.key };
    const { stdout } = await promisify(execFile)(process.execPath, ['guide.ts'], { cwd: folder, env });
    return stdout.split('\n');
  } finally {
    await rm(folder, { recursive: true });
  }
}

describe('the guide of the client', () => {
  it('leads through the tour of the README, and its examples work', async () => {
    const lines = (await output(blocks.join('\n'))).join('\n');
    expect(lines).toMatch(/^400 validation_failed \[\n {2}\{\n {4}pointer: '\/name',\n {4}code: 'too_short'/);
    expect(lines).toMatch(/^2 published$/m);
    expect(lines).toMatch(/^http:\S+\/for\/person_\w+ version_\w+ \d+$/m);
    expect(lines).toMatch(/^\d+ <svg$/m);
    expect(lines).toMatch(/^true$/m);
    expect(lines).toMatch(/^event_\w+ topic_\w+ \S+$/m);
    expect(lines).toMatch(/^false\n$/m);
  });
});
