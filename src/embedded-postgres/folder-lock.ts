import { createHash } from 'node:crypto';
import { rmSync } from 'node:fs';
import { stat } from 'node:fs/promises';
import { type Server, type Socket, connect, createServer } from 'node:net';
import { EmbeddedDatabaseError, errorCode } from './embedded-database-error.js';

/**
 * A socket address that belongs to one folder. The process that listens on it holds the lock. The system
 * releases the lock of a killed process, which a lock file would not do.
 */
export interface FolderLock {
  folder: string;
  address: string;
}

const ACQUIRE_TIMEOUT_MS = 90_000;

export async function folderLockOf(folder: string): Promise<FolderLock> {
  const { dev, ino } = await stat(folder, { bigint: true });
  const name = `foyer-${createHash('sha256').update(`${dev}:${ino}`).digest('hex').slice(0, 24)}`;
  if (process.platform === 'linux') return { folder, address: `\0${name}` };
  if (process.platform === 'win32') return { folder, address: `\\\\.\\pipe\\${name}` };
  return { folder, address: `/tmp/${name}.sock` };
}

/** Runs the work while no other process works on the same folder. */
export async function withFolderLock<T>(lock: FolderLock, work: () => Promise<T>): Promise<T> {
  const release = await acquire(lock);
  try {
    return await work();
  } finally {
    release();
  }
}

async function acquire(lock: FolderLock): Promise<() => void> {
  const deadline = Date.now() + ACQUIRE_TIMEOUT_MS;
  while (Date.now() < deadline) {
    const release = await tryToListen(lock.address);
    if (release) return release;
    await untilReleased(lock.address, deadline - Date.now());
  }
  throw new EmbeddedDatabaseError(
    `Another process has been starting or stopping the database in ${lock.folder} for more than ` +
      `${ACQUIRE_TIMEOUT_MS / 1000} s. End that process, or set DATA_DIR to another folder.`,
  );
}

function tryToListen(address: string): Promise<(() => void) | undefined> {
  return new Promise((resolve, reject) => {
    const waiting = new Set<Socket>();
    const server: Server = createServer((socket) => {
      waiting.add(socket);
      socket.on('error', () => undefined).on('close', () => waiting.delete(socket));
    });
    const release = () => {
      server.close();
      for (const socket of waiting) socket.destroy();
    };
    server.once('error', (error) => (errorCode(error) === 'EADDRINUSE' ? resolve(undefined) : reject(error)));
    server.listen({ path: address, exclusive: true }, () => resolve(release));
  });
}

// The holder never sends anything: the end of the connection is the release.
function untilReleased(address: string, timeoutMs: number): Promise<void> {
  return new Promise((resolve) => {
    const socket = connect(address);
    socket.setTimeout(timeoutMs, () => socket.destroy());
    socket.on('error', (error) => forgetDeadHolder(address, error));
    socket.on('close', () => resolve());
    socket.resume();
  });
}

// Sockets with a file (macOS) outlive a killed holder.
function forgetDeadHolder(address: string, error: Error): void {
  const hasFile = address.startsWith('/');
  if (hasFile && errorCode(error) === 'ECONNREFUSED') rmSync(address, { force: true });
}
