import { cp, readFile, readdir, readlink, symlink } from 'node:fs/promises';
import path from 'node:path';
import { newDataDir } from '../process/support.js';

const COPIED = ['package.json', 'tsconfig.json', 'nest-cli.json', 'tools', 'src', 'dist', 'test/support'];

/** A copy of the project, built, with the packages of this one. Its name has a space, as folders of people do. */
export async function scratchTree(): Promise<string> {
  const tree = path.join(path.dirname(await newDataDir()), 'my copy');
  for (const name of COPIED) await cp(path.resolve(name), path.join(tree, name), { recursive: true });
  await symlink(path.resolve('node_modules'), path.join(tree, 'node_modules'));
  return tree;
}

/** What runs in a folder or was started with its name. */
export async function processesOf(folder: string): Promise<string[]> {
  const found: string[] = [];
  for (const pid of await readdir('/proc').catch(() => [])) {
    if (!/^\d+$/.test(pid)) continue;
    const words = await readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => '');
    const workingFolder = await readlink(`/proc/${pid}/cwd`).catch(() => '');
    if (workingFolder.startsWith(folder) || words.includes(folder)) found.push(words.replaceAll('\0', ' '));
  }
  return found;
}
