import { execFile } from 'node:child_process';
import { mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';

const ROOT = resolve(import.meta.dirname, '../..');

/** Runs a program of the docs as its reader does: a file of TypeScript beside the installed package. */
export async function programOutput(program: string, environment: Record<string, string>): Promise<string[]> {
  const folder = await mkdtemp(join(tmpdir(), 'foyer-program-'));
  try {
    await symlink(join(ROOT, 'node_modules'), join(folder, 'node_modules'));
    await writeFile(join(folder, 'package.json'), '{ "type": "module" }');
    await writeFile(join(folder, 'program.ts'), program);
    const env = { ...process.env, NODE_OPTIONS: '', ...environment };
    const { stdout } = await promisify(execFile)(process.execPath, ['program.ts'], { cwd: folder, env });
    return stdout.split('\n');
  } finally {
    await rm(folder, { recursive: true });
  }
}
