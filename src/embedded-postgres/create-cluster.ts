import { randomBytes } from 'node:crypto';
import { chmod, chown, mkdir, stat, symlink, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { type Binaries, program } from './binaries.js';
import { type Cluster, clusterIn, clusterPlace } from './cluster.js';
import {
  EmbeddedDatabaseError,
  USE_OTHER_FOLDER,
  cannotWrite,
  errorCode,
  lastLines,
} from './embedded-database-error.js';
import { folderLockOf, withFolderLock } from './folder-lock.js';
import { privateStore, storeFailure } from './private-store.js';
import { type Account, runCommand } from './run-command.js';
import { discard, finish, removeUnfinished, syncFolder, unfinishedPath } from './unfinished.js';
import { canEnter } from './unprivileged.js';

export interface Recipe {
  binaries: Binaries;
  account: Account | undefined;
  /** False only where losing the database in a power cut does not matter. */
  sync: boolean;
}

/** Fills the cluster's place in one step: a kill at any moment leaves either nothing or a whole cluster. */
export async function createCluster(dataDir: string, recipe: Recipe): Promise<void> {
  try {
    await removeUnfinished(dataDir);
    const folder = await emptyFolder(dataDir, recipe.account);
    if (!folder) return await createInStore(dataDir, recipe);
    await initialise(folder, recipe);
    await finish(folder, clusterPlace(dataDir));
  } catch (error) {
    throw error instanceof EmbeddedDatabaseError ? error : cannotWrite(dataDir, error);
  }
}

/** The link is the only way to such a cluster: without it the next start makes a new one. */
async function createInStore(dataDir: string, recipe: Recipe): Promise<void> {
  const store = await privateStore();
  const folder = path.join(store, `cluster-${randomBytes(8).toString('hex')}`);
  await withFolderLock(await folderLockOf(store), async () => {
    await removeUnfinished(store);
    const unfinished = await emptyFolder(store, recipe.account);
    if (!unfinished) throw storeFailure(new Error(`user ${recipe.account?.uid} cannot own folders there`));
    await initialise(unfinished, recipe);
    await finish(unfinished, folder);
  });
  await symlink(folder, clusterPlace(dataDir)).catch(async (error: unknown) => {
    await discard(folder);
    if (errorCode(error) !== 'EEXIST') throw error;
  });
  await syncFolder(dataDir);
}

/** Undefined when the account cannot own and enter a folder here; its parents stay as closed as they are. */
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
  // Some file systems (shared with a host, say) accept both calls and ignore them.
  const { uid, mode } = await stat(folder);
  return uid === account.uid && (mode & 0o777) === 0o700 && (await canEnter(folder, account));
}

async function initialise(folder: string, { binaries, account, sync }: Recipe): Promise<void> {
  const cluster = clusterIn(folder, account);
  try {
    await writePassword(cluster);
    const result = await runCommand(program(binaries, 'initdb'), initdbOptions(cluster, sync), { account });
    if (result.ok) return;
    throw new EmbeddedDatabaseError(
      `PostgreSQL could not create a database in ${path.dirname(folder)}: ${lastLines(result.output)}. ` +
        USE_OTHER_FOLDER,
    );
  } catch (error) {
    await discard(folder);
    throw error;
  }
}

async function writePassword({ passwordFile, account }: Cluster): Promise<void> {
  const password = randomBytes(24).toString('base64url');
  await writeFile(passwordFile, password, { mode: 0o600, flag: 'wx', flush: true });
  if (account) await chown(passwordFile, account.uid, account.gid);
}

function initdbOptions({ data, passwordFile }: Cluster, sync: boolean): string[] {
  const options = [
    `--pgdata=${data}`,
    '--username=foyer',
    `--pwfile=${passwordFile}`,
    '--auth=scram-sha-256',
    '--encoding=UTF8',
    '--locale=C',
    '--locale-provider=builtin',
    '--builtin-locale=C.UTF-8',
    '--no-instructions',
  ];
  return sync ? options : [...options, '--no-sync'];
}
