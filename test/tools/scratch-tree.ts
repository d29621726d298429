import { cp, readFile, readdir, readlink, stat, symlink, utimes, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { newDataDir } from '../process/support.js';

const COPIED = [
  ...['package.json', 'tsconfig.json', 'nest-cli.json', 'jest.config.mjs'],
  ...['tools', 'src', 'dist', 'packages', 'docs/openapi.json', 'test/support'],
];

/** A copy of the project, built, with the packages of this one. Its name has a space, as folders of people do. */
export async function scratchTree(): Promise<string> {
  const tree = path.join(path.dirname(await newDataDir()), 'my copy');
  for (const name of COPIED) {
    await cp(path.resolve(name), path.join(tree, name), {
      ...{ recursive: true, preserveTimestamps: true },
      filter: (file) => !file.endsWith('packages/mcp/node_modules'),
    });
  }
  await symlink(path.resolve('node_modules'), path.join(tree, 'node_modules'));
  for (const dist of ['dist', 'packages/client/dist']) await renamePackages(path.join(tree, dist));
  return tree;
}

/**
 * The file about the last build names each package by its path from `dist`. In a copy these paths would lead nowhere:
 * all packages would count as changed, and the compiler takes minutes to find out what depends on them. The file keeps
 * its time, because what is saved at the same moment would be taken for built.
 */
async function renamePackages(dist: string): Promise<void> {
  const file = path.join(dist, '.tsbuildinfo');
  const known = await readFile(file, 'utf8');
  const { atime, mtime } = await stat(file);
  const packages = path.relative(dist, path.resolve('node_modules'));
  await writeFile(file, known.replaceAll(/"(\.\.\/)+node_modules\//g, `"${packages}/`));
  await utimes(file, atime, mtime);
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
