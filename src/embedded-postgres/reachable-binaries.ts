import { access, chmod, cp, lstat, readdir } from 'node:fs/promises';
import path from 'node:path';
import { type Binaries, program } from './binaries.js';
import { folderLockOf, withFolderLock } from './folder-lock.js';
import { privateStore, storeFailure } from './private-store.js';
import type { Account } from './run-command.js';
import { discard, finish, removeUnfinished, unfinishedPath } from './unfinished.js';
import { canRunAndRead } from './unprivileged.js';

/** Uses the binaries in place if the account can run them there, else a copy made once per version. */
export async function reachableBinaries(binaries: Binaries, account: Account | undefined): Promise<Binaries> {
  if (!account) return binaries;
  const sharedFile = path.join(binaries.folder, 'share', 'postgresql', 'postgres.bki');
  if (await canRunAndRead(program(binaries, 'postgres'), sharedFile, account)) return binaries;

  const store = await privateStore();
  const folder = path.join(store, `postgresql-${binaries.version}-${process.arch}`);
  await withFolderLock(await folderLockOf(store), () => copyOnce(binaries.folder, folder)).catch(
    (error: unknown) => {
      throw storeFailure(error);
    },
  );
  return { ...binaries, folder };
}

async function copyOnce(source: string, place: string): Promise<void> {
  const copied = await access(place).then(
    () => true,
    () => false,
  );
  if (copied) return;
  await removeUnfinished(path.dirname(place));
  const copy = unfinishedPath(path.dirname(place), 'postgresql');
  try {
    await cp(source, copy, { recursive: true, verbatimSymlinks: true });
    await openForEverybody(copy);
  } catch (error) {
    await discard(copy);
    throw error;
  }
  await finish(copy, place);
}

async function openForEverybody(folder: string): Promise<void> {
  await chmod(folder, 0o755);
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  for (const entry of entries) {
    if (entry.isSymbolicLink()) continue;
    const file = path.join(entry.parentPath, entry.name);
    const { mode } = await lstat(file);
    await chmod(file, mode & 0o100 ? 0o755 : 0o644);
  }
}
