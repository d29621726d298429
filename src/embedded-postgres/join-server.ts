import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { setTimeout as pause } from 'node:timers/promises';
import type { Binaries } from './binaries.js';
import { type Cluster, socketPath } from './cluster.js';
import { EmbeddedDatabaseError, USE_OTHER_FOLDER, errorCode, reasonOf } from './embedded-database-error.js';
import { type Settings, launchPostmaster } from './launch.js';
import { findPostmaster, type Postmaster } from './postmaster.js';
import { type ServerLease, leaseServer } from './server-lease.js';

export interface JoinedServer {
  lease: ServerLease;
  port: number;
  password: string;
  url: string;
  launched: boolean;
}

const JOIN_TIMEOUT_MS = 60_000;
/** Shorter for a lost server: the supervisor makes several attempts. */
const REJOIN_TIMEOUT_MS = 10_000;
const WRONG_PASSWORD = '28P01';

interface JoinOptions {
  /** The port on which to start a server; by default any free one. */
  port?: number;
  /** Called before a server is started. */
  onLaunch?: () => void;
}

/** Connects to the cluster's running server, or starts one if there is none. */
export async function joinServer(
  cluster: Cluster,
  binaries: Binaries,
  settings: Settings,
  { port, onLaunch }: JoinOptions = {},
): Promise<JoinedServer> {
  const password = await readFile(cluster.passwordFile, 'utf8');
  const deadline = Date.now() + (port === undefined ? JOIN_TIMEOUT_MS : REJOIN_TIMEOUT_MS);
  let launched = false;
  let failure: string | undefined;
  do {
    const postmaster = await findPostmaster(cluster);
    if (postmaster) {
      try {
        const lease = await leaseServer(postmaster.port, password);
        return { lease, port: postmaster.port, password, url: urlOf(postmaster, password), launched };
      } catch (error) {
        if (errorCode(error) === WRONG_PASSWORD) throw unanswered(cluster, reasonOf(error));
        failure = reasonOf(error); // the server is starting or stopping
      }
    } else {
      if (failure === undefined) onLaunch?.();
      failure = await launchPostmaster(cluster, binaries, settings, port);
      launched = failure === undefined;
      if (launched) continue;
    }
    await pause(30);
  } while (Date.now() < deadline);
  throw unanswered(cluster, failure ?? 'no answer');
}

/** Prefers a socket if there is one: it costs less than TCP for each query. */
function urlOf({ port, socketFolder }: Postmaster, password: string): string {
  const url = new URL(`postgres://foyer:${password}@127.0.0.1:${port}/foyer`);
  const hasSocket = socketFolder !== undefined && existsSync(socketPath(socketFolder, port));
  if (hasSocket) url.searchParams.set('host', socketFolder);
  return url.href;
}

export function usesSocket(url: string): boolean {
  return new URL(url).searchParams.has('host');
}

function unanswered(cluster: Cluster, reason: string): EmbeddedDatabaseError {
  return new EmbeddedDatabaseError(
    `The PostgreSQL server on ${cluster.data} cannot be used: ${reason}. See ${cluster.logFile}. ` +
      USE_OTHER_FOLDER,
  );
}
