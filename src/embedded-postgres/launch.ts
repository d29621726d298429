import { readFile, rename } from 'node:fs/promises';
import { createServer } from 'node:net';
import path from 'node:path';
import { type Binaries, program } from './binaries.js';
import type { Cluster } from './cluster.js';
import { EmbeddedDatabaseError, USE_OTHER_FOLDER, lastLines } from './embedded-database-error.js';
import { disownLockFiles, findPostmaster, notedPort } from './postmaster.js';
import { runCommand } from './run-command.js';

export type Settings = Record<string, string>;

const FIXED_SETTINGS: Settings = {
  listen_addresses: '127.0.0.1',
  timezone: 'UTC',
  log_timezone: 'UTC',
  // Clients get the errors of their failed statements; logging them too would let the log grow forever.
  log_min_messages: 'log',
  log_checkpoints: 'off',
};

const PASSING_FAILURES = [
  'could not create any TCP/IP sockets', // another process took the port after it was chosen
  'lock file "postmaster.pid" already exists', // a killed process left a start in progress
  'pre-existing shared memory block', // backends of a killed server are still ending
];

/** Logged by the server if the file system has no sockets, like some that a container shares with its host. */
const NO_SOCKET = 'could not create any Unix-domain sockets';

/** Undefined after a successful start, else a failure that another attempt may overcome. */
export async function launchPostmaster(
  cluster: Cluster,
  binaries: Binaries,
  settings: Settings,
  port?: number,
): Promise<string | undefined> {
  // Other users of a killed server keep looking for it at its former port.
  const chosen = port ?? (await notedPort(cluster)) ?? (await freePort());
  await disownLockFiles(cluster, chosen);
  await rename(cluster.logFile, `${cluster.logFile}.previous`).catch(() => undefined);
  const options = serverOptions({
    ...FIXED_SETTINGS,
    unix_socket_directories: quotedInList(cluster.socketFolder),
    ...settings,
    port: String(chosen),
  });
  const [data, logFile] = [path.basename(cluster.data), path.basename(cluster.logFile)];
  const args = ['start', '-D', data, '-l', logFile, '-o', options, '-w', '-t', '60', '-s'];
  const result = await pgCtl(cluster, binaries, args);
  if (result.ok) return undefined;

  const log = await readFile(cluster.logFile, 'utf8').catch(() => '');
  const reason = lastLines(log || result.output);
  if (cluster.socketFolder && log.includes(NO_SOCKET))
    return launchPostmaster({ ...cluster, socketFolder: undefined }, binaries, settings, chosen);
  if (PASSING_FAILURES.some((failure) => log.includes(failure))) return reason;
  throw new EmbeddedDatabaseError(
    `PostgreSQL did not start on ${cluster.data}: ${reason}. ${USE_OTHER_FOLDER}`,
  );
}

export async function haltPostmaster(cluster: Cluster, binaries: Binaries): Promise<void> {
  const args = ['stop', '-D', path.basename(cluster.data), '-m', 'fast', '-w', '-t', '60', '-s'];
  const result = await pgCtl(cluster, binaries, args);
  if (result.ok || !(await findPostmaster(cluster))) return;
  throw new EmbeddedDatabaseError(
    `PostgreSQL on ${cluster.data} did not stop: ${lastLines(result.output)}. ` +
      `It keeps running and serves the next start with the same DATA_DIR.`,
  );
}

/** Quotes a folder for a setting that is a list; a quoted folder may have any name. */
function quotedInList(folder: string | undefined): string {
  return folder === undefined ? '' : `"${folder.replaceAll('"', '""')}"`;
}

/** Runs in the cluster's folder: pg_ctl passes file paths to a shell, which would run parts of a folder's name. */
function pgCtl({ account, data }: Cluster, binaries: Binaries, args: string[]) {
  const folder = path.dirname(data);
  return runCommand(program(binaries, 'pg_ctl'), args, { account, folder, ownSession: true });
}

// pg_ctl passes its options to a shell, too.
function serverOptions(settings: Settings): string {
  const quote = process.platform === 'win32' ? quoteForCmd : quoteForSh;
  return Object.entries(settings)
    .map(([name, value]) => `-c ${quote(`${name}=${value}`)}`)
    .join(' ');
}

function quoteForSh(text: string): string {
  return `'${text.replaceAll("'", `'\\''`)}'`;
}

function quoteForCmd(text: string): string {
  return `"${text.replaceAll('"', '')}"`;
}

export function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer();
    server.once('error', reject);
    server.listen({ port: 0, host: '127.0.0.1', exclusive: true }, () => {
      const address = server.address();
      server.close(() => resolve(typeof address === 'object' && address ? address.port : 0));
    });
  });
}
