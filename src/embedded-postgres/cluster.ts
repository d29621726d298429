import { lstat, mkdir, readFile, readdir, readlink, realpath, stat } from 'node:fs/promises';
import path from 'node:path';
import {
  EmbeddedDatabaseError,
  USE_OTHER_FOLDER,
  USE_OWN_SERVER,
  cannotWrite,
  errorCode,
  reasonOf,
} from './embedded-database-error.js';
import type { Account } from './run-command.js';
import { canEnter, isRoot } from './unprivileged.js';

/** PostgreSQL's data with their password and log. */
export interface Cluster {
  data: string;
  passwordFile: string;
  logFile: string;
  /** Folder of the server's Unix socket; undefined if the system has no such sockets or the path is too long. */
  socketFolder: string | undefined;
  /** The user that PostgreSQL runs as. Default: the current user. */
  account: Account | undefined;
}

export function clusterIn(folder: string, account: Account | undefined): Cluster {
  return {
    data: path.join(folder, 'data'),
    passwordFile: path.join(folder, 'password'),
    logFile: path.join(folder, 'server.log'),
    socketFolder: hasRoomForSocket(folder) ? folder : undefined,
    account,
  };
}

/** Maximum bytes of a socket's path on the systems with the lowest limit. */
const MAX_SOCKET_PATH = 103;

export function socketPath(folder: string, port: number): string {
  return path.join(folder, `.s.PGSQL.${port}`);
}

function hasRoomForSocket(folder: string): boolean {
  return process.platform !== 'win32' && Buffer.byteLength(socketPath(folder, 65_535)) <= MAX_SOCKET_PATH;
}

/** Path of the cluster: a folder, or a link to the folder that is used instead. */
export function clusterPlace(dataDir: string): string {
  return path.join(dataDir, 'postgres');
}

export async function makeDataDir(dataDir: string): Promise<string> {
  const folder = path.resolve(dataDir);
  try {
    await makeFolder(folder);
    return await realpath(folder);
  } catch (error) {
    throw cannotWrite(folder, error);
  }
}

// Not mkdir's own recursion, which never ends if an existing folder does not allow new folders, as in /proc.
async function makeFolder(folder: string): Promise<void> {
  try {
    await mkdir(folder);
  } catch (error) {
    if (errorCode(error) === 'EEXIST') return;
    const parent = path.dirname(folder);
    const parentIsMissing = !(await stat(parent).catch(() => undefined));
    if (errorCode(error) !== 'ENOENT' || !parentIsMissing) throw error;
    await makeFolder(parent);
    await mkdir(folder);
  }
}

export async function findCluster(dataDir: string, major: string): Promise<Cluster | undefined> {
  const place = clusterPlace(dataDir);
  if (!(await lstat(place).catch(() => undefined))) return undefined;
  try {
    if (await isEmptyFolder(place)) return undefined;
    const folder = await realpath(place);
    const cluster = clusterIn(folder, await ownerOf(folder));
    await checkVersion(cluster, major);
    return cluster;
  } catch (error) {
    throw error instanceof EmbeddedDatabaseError ? error : await unusable(place, error);
  }
}

// An empty folder can be replaced by a new cluster; a link to one cannot.
async function isEmptyFolder(place: string): Promise<boolean> {
  if (!(await lstat(place)).isDirectory()) return false;
  return (await readdir(place).catch(() => undefined))?.length === 0;
}

// Only its owner can serve a cluster, so root serves each cluster as the user that owns it.
export async function ownerOf(folder: string): Promise<Account | undefined> {
  if (process.platform === 'win32') return undefined;
  const { uid, gid } = await stat(folder);
  if (uid === process.geteuid?.() && uid !== 0) return undefined;
  if (uid === 0) {
    throw new EmbeddedDatabaseError(
      `The database in ${folder} belongs to root, but PostgreSQL does not run as root. ` +
        `Run "chown -R nobody" on it, or ${USE_OWN_SERVER}.`,
    );
  }
  if (!isRoot()) {
    throw new EmbeddedDatabaseError(
      `The database in ${folder} belongs to another user (${uid}). ${USE_OTHER_FOLDER}`,
    );
  }
  const account = { uid, gid };
  if (await canEnter(folder, account)) return account;
  throw new EmbeddedDatabaseError(
    `The database in ${folder} belongs to user ${uid}, who can no longer enter that folder. ` +
      `Move it to a folder that this user can enter, or ${USE_OWN_SERVER}.`,
  );
}

async function checkVersion(cluster: Cluster, major: string): Promise<void> {
  const found = (await readFile(path.join(cluster.data, 'PG_VERSION'), 'utf8')).trim();
  if (found === major) return;
  throw new EmbeddedDatabaseError(
    `The database in ${cluster.data} was created by PostgreSQL ${found}, but the bundled version is ${major}. ` +
      USE_OTHER_FOLDER,
  );
}

async function unusable(place: string, error: unknown): Promise<EmbeddedDatabaseError> {
  const target = await readlink(place).catch(() => undefined);
  const what = target
    ? `${place} leads to ${target}, which holds no usable database`
    : `${place} holds no usable database`;
  return new EmbeddedDatabaseError(
    `${what} (${reasonOf(error)}). Move ${place} away to start with an empty database, or ${USE_OWN_SERVER}.`,
    { cause: error },
  );
}
