import { randomBytes } from 'node:crypto';
import { chmod, chown, mkdir, stat, symlink } from 'node:fs/promises';
import path from 'node:path';
import { clusterPlace } from './cluster.js';
import { EmbeddedDatabaseError, cannotWrite, errorCode } from './embedded-database-error.js';
import { folderLockOf, withFolderLock } from './folder-lock.js';
import { privateStore, storeFailure } from './private-store.js';
import type { Account } from './run-command.js';
import { discard, finish, removeUnfinished, syncFolder, unfinishedPath } from './unfinished.js';
import { canEnter } from './unprivileged.js';

/** Puts the cluster in place atomically: a kill at any time leaves either nothing or a complete cluster. */
export async function placeCluster(
  dataDir: string,
  account: Account | undefined,
  fill: (folder: string) => Promise<void>,
): Promise<void> {
  try {
    await removeUnfinished(dataDir);
    const folder = await emptyFolder(dataDir, account);
    if (!folder) return await placeInStore(dataDir, account, fill);
    await fillOrDiscard(folder, fill);
    await finish(folder, clusterPlace(dataDir));
  } catch (error) {
    throw error instanceof EmbeddedDatabaseError ? error : cannotWrite(dataDir, error);
  }
}

/** The link is the only path to such a cluster: without it, the next start creates a new one. */
async function placeInStore(
  dataDir: string,
  account: Account | undefined,
  fill: (folder: string) => Promise<void>,
): Promise<void> {
  const store = await privateStore();
  const folder = path.join(store, `cluster-${randomBytes(8).toString('hex')}`);
  await withFolderLock(await folderLockOf(store), async () => {
    await removeUnfinished(store);
    const unfinished = await emptyFolder(store, account);
    if (!unfinished) throw storeFailure(new Error(`user ${account?.uid} cannot own folders there`));
    await fillOrDiscard(unfinished, fill);
    await finish(unfinished, folder);
  });
  await symlink(folder, clusterPlace(dataDir)).catch(async (error: unknown) => {
    await discard(folder);
    if (errorCode(error) !== 'EEXIST') throw error;
  });
  await syncFolder(dataDir);
}

/** Undefined if the account cannot own and enter a folder here; the permissions of its parents do not change. */
async function emptyFolder(parent: string, account: Account | undefined): Promise<string | undefined> {
  const folder = unfinishedPath(parent, 'postgres');
  await mkdir(folder, { mode: 0o700 });
  if (!account || (await handOver(folder, account))) return folder;
  await discard(folder);
  return undefined;
}

async function handOver(folder: string, account: Account): Promise<boolean> {
  try {
    await chmod(folder, 0o700);
    await chown(folder, account.uid, account.gid);
  } catch {
    return false;
  }
  // Some file systems (for example, shared with a host) accept both calls and ignore them.
  const { uid, mode } = await stat(folder);
  return uid === account.uid && (mode & 0o777) === 0o700 && (await canEnter(folder, account));
}

async function fillOrDiscard(folder: string, fill: (folder: string) => Promise<void>): Promise<void> {
  try {
    await fill(folder);
  } catch (error) {
    await discard(folder);
    throw error;
  }
}
