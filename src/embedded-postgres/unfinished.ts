import { randomBytes } from 'node:crypto';
import { open, readdir, rename, rm } from 'node:fs/promises';
import path from 'node:path';
import { errorCode } from './embedded-database-error.js';

const MARK = '.unfinished-';
const REMOVED = '.removed';

/** A name for unfinished work next to its final path. It marks the work as debris if its process dies. */
export function unfinishedPath(folder: string, name: string): string {
  return path.join(folder, `${name}${MARK}${randomBytes(6).toString('hex')}`);
}

/** Only for the process that holds the folder's lock: the maker of any unfinished work there is dead. */
export async function removeUnfinished(folder: string): Promise<void> {
  const entries = await readdir(folder);
  await Promise.all(
    entries.filter((name) => name.includes(MARK)).map((name) => discard(path.join(folder, name))),
  );
}

// Renames first, so that not even a maker thought dead can move a half-removed folder into place.
export async function discard(unfinished: string): Promise<void> {
  const doomed = unfinished.endsWith(REMOVED) ? unfinished : unfinished + REMOVED;
  if (doomed !== unfinished) await rename(unfinished, doomed).catch(() => undefined);
  await rm(doomed, { recursive: true, force: true, maxRetries: 5 }).catch(() => undefined);
}

/** Moves the work into place atomically, or yields to another process that was first. */
export async function finish(unfinished: string, place: string): Promise<void> {
  try {
    await rename(unfinished, place);
  } catch (error) {
    await discard(unfinished);
    if (!['EEXIST', 'ENOTEMPTY'].includes(errorCode(error) ?? '')) throw error;
  }
  await syncFolder(path.dirname(place));
}

/** Makes new names in the folder survive a power cut; Windows neither can nor needs to do this. */
export async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder, 'r').catch(() => undefined);
  await handle?.sync().catch(() => undefined);
  await handle?.close();
}
