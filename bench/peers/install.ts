import { execFile } from 'node:child_process';
import { mkdir, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';

const run = promisify(execFile);

export interface Package {
  name: string;
  version: string;
  /** The rest of its `package.json`. */
  manifest: object;
}

/** The folder in which npm installs the peer. It is kept for the next run. */
export async function installed({ name, version, manifest }: Package): Promise<string> {
  const dir = join(tmpdir(), `foyer-peers-${name}-${version}`);
  const done = join(dir, 'installed');
  if (await exists(done)) return dir;
  process.stderr.write(`npm is installing ${name} ${version}; this takes minutes.\n`);
  await rm(dir, { recursive: true, force: true });
  await mkdir(dir, { mode: 0o700 });
  await writeFile(
    join(dir, 'package.json'),
    JSON.stringify({ name: `peer-${name}`, private: true, ...manifest }),
  );
  // Without scripts, so that nothing is compiled: native code comes in built packages.
  await run('npm', ['install', '--prefix', dir, '--ignore-scripts', '--no-audit', '--no-fund'], {
    cwd: dir,
    maxBuffer: 64 * 1024 * 1024,
  });
  await writeFile(done, '');
  return dir;
}

async function exists(path: string): Promise<boolean> {
  return stat(path).then(
    () => true,
    () => false,
  );
}
