import { type Binaries, locateBinaries, majorVersion } from './binaries.js';
import { type Cluster, findCluster, makeDataDir } from './cluster.js';
import { createCluster } from './create-cluster.js';
import { EmbeddedDatabaseError, USE_OTHER_FOLDER } from './embedded-database-error.js';
import { type FolderLock, folderLockOf, withFolderLock } from './folder-lock.js';
import { joinServer, usesSocket, type JoinedServer } from './join-server.js';
import { type Settings, haltPostmaster } from './launch.js';
import { type ServerLease, ensureDatabase, isLastLease, leaseServer } from './server-lease.js';
import { reachableBinaries } from './reachable-binaries.js';
import { Supervisor } from './supervisor.js';
import { unprivilegedAccount } from './unprivileged.js';

export interface EmbeddedServer {
  url: string;
  /** How often the server was restarted. */
  restarts: () => number;
  /** Call it after closing your own connections: the last process on the server stops it. */
  stop: () => Promise<void>;
}

export interface ServerLog {
  debug(line: string): void;
  warn(line: string): void;
}

const ignore = () => undefined;
const SILENT: ServerLog = { debug: ignore, warn: ignore };

export interface EmbeddedServerOptions {
  dataDir: string;
  log?: ServerLog;
  /** Receives a line before each step that takes some time. */
  onStep?: (line: string) => void;
  /** PostgreSQL settings, used if this process starts the server. */
  settings?: Settings;
  /** Called when the server was lost and several attempts to restart it have failed. */
  onGivenUp?: (error: EmbeddedDatabaseError) => void;
  /** Delays before these attempts. */
  backoffMs?: readonly number[];
}

export async function startEmbeddedServer(options: EmbeddedServerOptions): Promise<EmbeddedServer> {
  const dataDir = await makeDataDir(options.dataDir);
  const lock = await folderLockOf(dataDir);
  return withFolderLock(lock, () => start(dataDir, lock, options));
}

async function start(
  dataDir: string,
  lock: FolderLock,
  { log = SILENT, onStep = ignore, settings = {}, onGivenUp = ignore, backoffMs }: EmbeddedServerOptions,
): Promise<EmbeddedServer> {
  const installed = await locateBinaries();
  const existing = await findCluster(dataDir, majorVersion(installed));
  const account = existing ? existing.account : await unprivilegedAccount();
  const binaries = await reachableBinaries(installed, account);
  if (!existing) {
    onStep(`Creating a PostgreSQL ${majorVersion(binaries)} database in ${dataDir}`);
    await createCluster(dataDir, { binaries, account, sync: settings['fsync'] !== 'off' });
  }
  const cluster = existing ?? (await findCreated(dataDir, installed));

  const { lease, port, password, url, launched } = await joinServer(cluster, binaries, settings, {
    onLaunch: () => onStep('Starting PostgreSQL'),
  });
  await ensureDatabase(lease);
  log.debug(`PostgreSQL ${launched ? 'started' : 'was already running'} on 127.0.0.1:${port}`);
  const rejoin = () =>
    withFolderLock(lock, () => rejoinServer(cluster, binaries, settings, { url, port }, log));
  const supervisor = new Supervisor(lease, { rejoin, warn: (line) => log.warn(line), onGivenUp, backoffMs });

  const stop = async () => {
    const held = await supervisor.stop();
    await withFolderLock(lock, async () =>
      leave(await renewedLease(held, port, password), cluster, binaries, log),
    );
  };
  let stopping: Promise<void> | undefined;
  return {
    url,
    restarts: () => supervisor.restarts,
    stop: () => (stopping ??= stop()),
  };
}

/** The connections of this process use one address, so the server must come back there. */
async function rejoinServer(
  cluster: Cluster,
  binaries: Binaries,
  settings: Settings,
  { url, port }: Pick<JoinedServer, 'url' | 'port'>,
  log: ServerLog,
): Promise<ServerLease> {
  const joined = await joinServer(cluster, binaries, settings, { port });
  if (joined.launched) log.warn(`PostgreSQL was restarted on 127.0.0.1:${port}`);
  // TCP works whether the server has a socket or not.
  if (joined.url === url || (joined.port === port && !usesSocket(url))) return joined.lease;
  await joined.lease.end();
  const where = joined.port === port ? 'without a Unix socket' : `on port ${joined.port} instead of ${port}`;
  throw new EmbeddedDatabaseError(`Another process has started it ${where}; restart this process.`);
}

async function findCreated(dataDir: string, binaries: Binaries): Promise<Cluster> {
  const cluster = await findCluster(dataDir, majorVersion(binaries));
  if (cluster) return cluster;
  throw new EmbeddedDatabaseError(`The database just created in ${dataDir} is gone. ${USE_OTHER_FOLDER}`);
}

/** Reconnects a broken connection, if the server is running. */
async function renewedLease(lease: ServerLease, port: number, password: string): Promise<ServerLease> {
  lease.ref();
  const answers = await lease.query('select').then(
    () => true,
    () => false,
  );
  return answers ? lease : leaseServer(port, password).catch(() => lease);
}

async function leave(
  lease: ServerLease,
  cluster: Cluster,
  binaries: Binaries,
  log: ServerLog,
): Promise<void> {
  lease.ref();
  // A broken connection means that the server is gone, or that the next start will find it running.
  const last = await isLastLease(lease).catch(() => undefined);
  await lease.end().catch(() => undefined);
  if (last === undefined) return log.debug('PostgreSQL had already closed this connection');
  if (!last) return log.debug('PostgreSQL keeps running for other processes');
  await haltPostmaster(cluster, binaries);
  log.debug('PostgreSQL stopped');
}
