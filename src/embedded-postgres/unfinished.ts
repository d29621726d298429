import { randomBytes } from 'node:crypto';
import { open, readdir, rename, rm } from 'node:fs/promises';
import path from 'node:path';
import { errorCode } from './embedded-database-error.js';

const MARK = '.unfinished-';
const REMOVED = '.removed';

/** A name for work in progress next to its final place, recognised as debris if its maker dies. */
export function unfinishedPath(folder: string, name: string): string {
  return path.join(folder, `${name}${MARK}${randomBytes(6).toString('hex')}`);
}

/** Only for the process that has the folder's lock: whatever is unfinished there has lost its maker. */
export async function removeUnfinished(folder: string): Promise<void> {
  const entries = await readdir(folder);
  await Promise.all(
    entries.filter((name) => name.includes(MARK)).map((name) => discard(path.join(folder, name))),
  );
}

// Renamed first, so that not even a maker thought dead could move a half removed folder into place.
export async function discard(unfinished: string): Promise<void> {
  const doomed = unfinished.endsWith(REMOVED) ? unfinished : unfinished + REMOVED;
  if (doomed !== unfinished) await rename(unfinished, doomed).catch(() => undefined);
  await rm(doomed, { recursive: true, force: true, maxRetries: 5 }).catch(() => undefined);
}

/** Moves into place at once, or yields to another process that was first. */
export async function finish(unfinished: string, place: string): Promise<void> {
  try {
    await rename(unfinished, place);
  } catch (error) {
    await discard(unfinished);
    if (!['EEXIST', 'ENOTEMPTY'].includes(errorCode(error) ?? '')) throw error;
  }
  await syncFolder(path.dirname(place));
}

/** Makes new names in the folder survive a power cut; Windows neither can nor must. */
export async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder, 'r').catch(() => undefined);
  await handle?.sync().catch(() => undefined);
  await handle?.close();
}
