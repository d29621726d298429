import { readFile, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { folderLockOf, withFolderLock } from '../embedded-postgres/folder-lock.js';
import { generateKey } from '../shared/auth/keys/api-key.js';

const MIN_KEY_LENGTH = 16;

/**
 * Returns the key in the data folder. Writes a new one on the first start, or if the key is damaged or has ended.
 * Processes that start together take turns; otherwise each would replace the key that another has just written.
 */
export async function keptKey(
  dataDir: string,
  register: (text: string) => Promise<boolean>,
): Promise<string> {
  const file = join(dataDir, 'api-key');
  return withFolderLock(await folderLockOf(dataDir), async () => {
    const kept = (await readKey(file)) ?? (await writeKey(file));
    if (await register(kept)) return kept;
    const renewed = await writeKey(file);
    await register(renewed);
    return renewed;
  });
}

/** Undefined if there is no key or only part of one: an empty text must never become a key. */
async function readKey(file: string): Promise<string | undefined> {
  const text = await readFile(file, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'ENOENT') throw error;
    return '';
  });
  return text.trim().length >= MIN_KEY_LENGTH ? text.trim() : undefined;
}

/** Writes the file atomically. Overwrites a draft that a killed process left. */
async function writeKey(file: string): Promise<string> {
  const { text } = generateKey();
  const draft = `${file}.draft`;
  await writeFile(draft, `${text}\n`, { mode: 0o600, flush: true });
  await rename(draft, file);
  return text;
}
