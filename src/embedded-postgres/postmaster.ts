import { open, readFile } from 'node:fs/promises';
import path from 'node:path';
import { type Cluster, socketPath } from './cluster.js';
import { errorCode } from './embedded-database-error.js';
import { runCommand } from './run-command.js';
import { worksInside } from './unprivileged.js';

export interface Postmaster {
  pid: number;
  port: number;
  /** Folder of its socket, if it has one. */
  socketFolder: string | undefined;
}

// Above the highest process id of any supported system, and at least as long as any.
const NO_PROCESS = '2147483646';

/** The cluster's live server, which may still be starting or already stopping. */
export async function findPostmaster(cluster: Cluster): Promise<Postmaster | undefined> {
  const noted = await readPidFile(cluster);
  if (!noted || !isAlive(noted.pid)) return undefined;
  return (await isServing(noted.pid, cluster)) ? noted : undefined;
}

/** Port of the last server, if that did not shut down gracefully. */
export async function notedPort(cluster: Cluster): Promise<number | undefined> {
  return (await readPidFile(cluster))?.port || undefined;
}

async function readPidFile(cluster: Cluster): Promise<Postmaster | undefined> {
  const text = await readFile(pidFile(cluster), 'utf8').catch(() => '');
  const lines = text.split('\n');
  const pid = Number.parseInt(lines[0] ?? '', 10);
  const port = Number.parseInt(lines[3] ?? '', 10);
  return pid > 0 ? { pid, port, socketFolder: lines[4] || undefined } : undefined;
}

function pidFile(cluster: Cluster): string {
  return path.join(cluster.data, 'postmaster.pid');
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return errorCode(error) === 'EPERM';
  }
}

// Another process may have got the id of a dead server. In doubt the id counts as the server's.
async function isServing(pid: number, cluster: Cluster): Promise<boolean> {
  if (process.platform === 'linux') return worksInside(pid, cluster.data, cluster.account);
  if (process.platform === 'win32') return true;
  const { ok, output } = await runCommand('ps', ['-p', String(pid), '-o', 'comm=']);
  return !ok || output.includes('postgres');
}

/**
 * PostgreSQL does not start while its pid file, or the lock of its socket, names a live process of the same user,
 * whatever that process is. The files are not removed, because PostgreSQL uses their other lines to notice surviving
 * backends of the dead server. Safe only for the process that holds the folder's lock.
 */
export async function disownLockFiles(cluster: Cluster, port: number): Promise<void> {
  await disown(pidFile(cluster), cluster);
  if (cluster.socketFolder) await disown(`${socketPath(cluster.socketFolder, port)}.lock`, cluster);
}

async function disown(lockFile: string, cluster: Cluster): Promise<void> {
  const text = await readFile(lockFile, 'utf8').catch(() => '');
  const pid = Number.parseInt(text, 10);
  if (!(pid > 0) || !isAlive(pid) || (await isServing(pid, cluster))) return;
  const file = await open(lockFile, 'r+');
  try {
    // One write over the shorter old text, so that the file is never empty.
    await file.write(NO_PROCESS + text.slice(text.indexOf('\n')), 0);
  } finally {
    await file.close();
  }
}
