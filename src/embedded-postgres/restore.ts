import { chmod, chown, lstat, mkdir, readFile, realpath, rename } from 'node:fs/promises';
import path from 'node:path';
import { extract } from 'tar';
import { exists, walk } from './archive.js';
import { MANIFEST, type Manifest } from './backup.js';
import { locateBinaries, majorVersion } from './binaries.js';
import { clusterIn, clusterPlace, makeDataDir, ownerOf } from './cluster.js';
import { EmbeddedDatabaseError, reasonOf } from './embedded-database-error.js';
import { folderLockOf, withFolderLock } from './folder-lock.js';
import { placeCluster } from './place-cluster.js';
import { findPostmaster } from './postmaster.js';
import type { Account } from './run-command.js';
import { discard, finish, removeUnfinished, unfinishedPath } from './unfinished.js';
import { unprivilegedAccount } from './unprivileged.js';

const CLUSTER = 'postgres';

/** Replaces all data with a backup. Returns the paths to which the former data were moved, if there were any. */
export async function restore(
  archive: string,
  { dataDir, beside }: { dataDir: string; beside: readonly string[] },
): Promise<string[]> {
  if (!(await exists(archive))) throw new EmbeddedDatabaseError(`There is no backup ${archive}.`);
  const folder = await makeDataDir(dataDir);
  return withFolderLock(await folderLockOf(folder), async () => {
    const account = await accountFor(folder);
    await assertStopped(folder, account);
    await removeUnfinished(folder);
    await unpackBeside(folder, archive, (name) => name === MANIFEST, assertFits);
    let former: string[] = [];
    await placeCluster(folder, account, async (place) => {
      await unpackCluster(archive, place, account);
      await unpackBeside(folder, archive, isOutsideCluster, async (_, unpacked) => {
        // Only after everything is unpacked: a damaged archive or a full disk leaves the former data in place.
        former = await moveAside(folder, [CLUSTER, ...beside]);
        for (const name of beside) await moveIn(path.join(unpacked, name), path.join(folder, name));
      });
    });
    return former;
  });
}

/** The owner of the present cluster, or of a new one if there is none. */
async function accountFor(folder: string): Promise<Account | undefined> {
  const place = clusterPlace(folder);
  return (await exists(place)) ? ownerOf(await realpath(place)) : unprivilegedAccount();
}

async function assertStopped(folder: string, account: Account | undefined): Promise<void> {
  const postmaster = await findPostmaster(clusterIn(clusterPlace(folder), account));
  if (!postmaster) return;
  throw new EmbeddedDatabaseError(
    `The database in ${folder} is in use (process ${postmaster.pid}). Stop the service, then restore.`,
  );
}

/** Unpacks a part of the archive into a temporary folder, which exists only while it is used. */
async function unpackBeside(
  folder: string,
  archive: string,
  isWanted: (name: string) => boolean,
  use: (archive: string, unpacked: string) => Promise<void>,
): Promise<void> {
  const unpacked = unfinishedPath(folder, 'restore');
  await mkdir(unpacked, { mode: 0o700 });
  try {
    await unpack(archive, unpacked, isWanted);
    await use(archive, unpacked);
  } finally {
    await discard(unpacked);
  }
}

async function assertFits(archive: string, unpacked: string): Promise<void> {
  const { postgresMajor } = await readManifest(archive, path.join(unpacked, MANIFEST));
  const bundled = majorVersion(await locateBinaries());
  if (postgresMajor === bundled) return;
  throw new EmbeddedDatabaseError(
    `${archive} was created by PostgreSQL ${postgresMajor}, but the bundled version is ${bundled}; restore it with the release of Foyer that created it.`,
  );
}

async function readManifest(archive: string, file: string): Promise<Manifest> {
  const text = await readFile(file, 'utf8').catch(() => undefined);
  if (text === undefined) throw new EmbeddedDatabaseError(`${archive} is not a Foyer backup.`);
  try {
    const manifest = JSON.parse(text) as Partial<Manifest> | null;
    if (typeof manifest?.postgresMajor === 'string') return manifest as Manifest;
    throw new Error('postgresMajor is missing');
  } catch (error) {
    throw new EmbeddedDatabaseError(
      `${archive} is damaged: its ${MANIFEST} can't be read (${reasonOf(error)}).`,
    );
  }
}

async function moveAside(folder: string, names: readonly string[]): Promise<string[]> {
  const suffix = `.before-restore-${new Date().toISOString().replaceAll(/[-:]|\..*/g, '')}`;
  const former: string[] = [];
  for (const name of names) {
    const place = path.join(folder, name);
    if (!(await lstat(place).catch(() => undefined))) continue;
    await rename(place, place + suffix);
    former.push(place + suffix);
  }
  return former;
}

async function moveIn(unpacked: string, place: string): Promise<void> {
  if (await exists(unpacked)) await finish(unpacked, place);
}

/** PostgreSQL only starts on data that its own user owns and nobody else can access. */
async function unpackCluster(archive: string, place: string, account: Account | undefined): Promise<void> {
  await unpack(archive, place, isInCluster, 1);
  if (account) await giveTo(account, place);
  await chmod(path.join(place, 'data'), 0o700);
}

async function giveTo({ uid, gid }: Account, place: string): Promise<void> {
  for await (const name of walk(path.dirname(place), path.basename(place)))
    await chown(path.join(path.dirname(place), name), uid, gid);
}

const isInCluster = (name: string) => name.startsWith(`${CLUSTER}/`);
const isOutsideCluster = (name: string) => !isInCluster(name);

async function unpack(
  archive: string,
  cwd: string,
  isWanted: (name: string) => boolean,
  strip = 0,
): Promise<void> {
  try {
    await extract({ file: archive, cwd, strip, strict: true, preserveOwner: false, filter: isWanted });
  } catch (error) {
    throw new EmbeddedDatabaseError(`${archive} can't be read as a backup: ${reasonOf(error)}.`, {
      cause: error,
    });
  }
}
