import { randomBytes } from 'node:crypto';
import { open, rename, rm } from 'node:fs/promises';
import path from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGzip } from 'node:zlib';
import pg from 'pg';
import { archiveEnd, entryOf, exists, textEntry, walk } from './archive.js';
import { majorVersion, locateBinaries } from './binaries.js';
import { findCluster, makeDataDir } from './cluster.js';
import { EmbeddedDatabaseError, reasonOf } from './embedded-database-error.js';
import { syncFolder } from './unfinished.js';

export interface BackupOptions {
  dataDir: string;
  /** URL of the running server. */
  url: string;
  /** Names of files and folders beside the database in the data folder that belong in the backup. */
  beside: readonly string[];
}

/** The first entry of every backup. */
export const MANIFEST = 'backup.json';

export interface Manifest {
  postgresMajor: string;
  createdAt: string;
}

/** Writes all data into one archive while they are in use. */
export async function backUp(archive: string, options: BackupOptions): Promise<void> {
  if (await exists(archive))
    throw new EmbeddedDatabaseError(`${archive} already exists; choose another file name.`);
  const partial = `${archive}.${randomBytes(6).toString('hex')}.partial`;
  try {
    const file = await open(partial, 'wx', 0o600);
    const content = Readable.from(archiveOf(options), { objectMode: false });
    await pipeline(content, createGzip(), file.createWriteStream({ flush: true }));
    await rename(partial, archive);
    await syncFolder(path.dirname(path.resolve(archive)));
  } catch (error) {
    await rm(partial, { force: true });
    if (error instanceof EmbeddedDatabaseError) throw error;
    throw new EmbeddedDatabaseError(`The backup ${archive} failed: ${reasonOf(error)}.`, { cause: error });
  }
}

/**
 * Uploaded files never change, and each exists before the record that names it is committed. Two passes therefore
 * find all files that the copied records name: one before the database is copied, for files that are removed
 * during the copy, and one after it, for files that are added.
 */
async function* archiveOf({ dataDir, url, beside }: BackupOptions): AsyncGenerator<Buffer> {
  const folder = await makeDataDir(dataDir);
  const postgresMajor = majorVersion(await locateBinaries());
  const cluster = await findCluster(folder, postgresMajor);
  if (!cluster) throw new EmbeddedDatabaseError(`There is no database in ${folder}.`);
  const manifest: Manifest = { postgresMajor, createdAt: new Date().toISOString() };
  yield* textEntry(MANIFEST, JSON.stringify(manifest));
  const copied = new Set<string>();
  yield* newEntries(folder, beside, copied);
  yield* clusterEntries(path.dirname(cluster.data), url);
  yield* newEntries(folder, beside, copied);
  yield* archiveEnd();
}

async function* newEntries(
  folder: string,
  names: readonly string[],
  copied: Set<string>,
): AsyncGenerator<Buffer> {
  for (const top of names) {
    for await (const name of walk(folder, top)) {
      if (copied.has(name)) continue;
      copied.add(name);
      yield* entryOf(folder, name);
    }
  }
}

const PREFIX = 'postgres/';

/** Files that the server recreates on start (PostgreSQL's manual, "Making a Base Backup Using the Low Level API"). */
const NOT_COPIED = [
  /^data\/postmaster\.(pid|opts)$/,
  /^data\/(pg_replslot|pg_dynshmem|pg_notify|pg_serial|pg_snapshots|pg_stat_tmp|pg_subtrans)\/./,
  // The server does not recreate the folders of pg_wal.
  /^data\/pg_wal\/.*[^/]$/,
  /\/(pgsql_tmp|pg_internal\.init)/,
];

// The slot keeps the log from being recycled; the server drops the slot with the connection.
const KEEP_LOG = `select pg_create_physical_replication_slot('foyer_backup_' || pg_backend_pid(), true, true)`;
const START = `select pg_walfile_name(pg_backup_start('foyer', fast => true)) as segment`;
const STOP = `
  select pg_walfile_name(lsn) as segment, labelfile as label from pg_backup_stop(wait_for_archive => false)`;

/**
 * Copies the data between two calls of the server. Changes to the data during the copy are in the log (WAL) from the
 * first call to the second. The log is copied last; the server repairs the copy with it when it starts on the copy.
 */
async function* clusterEntries(root: string, url: string): AsyncGenerator<Buffer> {
  const client = new pg.Client({ connectionString: url, application_name: 'foyer backup' });
  client.on('error', () => undefined);
  await client.connect();
  try {
    await client.query(KEEP_LOG);
    const { segment: first } = (await client.query<{ segment: string }>(START)).rows[0]!;
    for await (const name of walk(root, 'data'))
      if (!NOT_COPIED.some((pattern) => pattern.test(name))) yield* entryOf(root, name, PREFIX);
    const { segment: last, label } = (await client.query<{ segment: string; label: string }>(STOP)).rows[0]!;
    for await (const name of walk(root, 'data/pg_wal'))
      if (isNeeded(path.basename(name), first, last)) yield* entryOf(root, name, PREFIX);
    yield* textEntry(`${PREFIX}data/backup_label`, label);
    yield* entryOf(root, 'password', PREFIX);
  } finally {
    await client.end();
  }
}

function isNeeded(segment: string, first: string, last: string): boolean {
  return segment.endsWith('.history') || (segment >= first && segment <= last);
}
