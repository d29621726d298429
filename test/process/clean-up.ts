import { removeFolders } from '../embedded/data-folders.js';
import { createTestDatabase } from '../support/database/test-database.js';

type CleanUp = () => Promise<unknown>;

const cleanUps: CleanUp[] = [];

export function cleanUpLater(cleanUp: CleanUp): void {
  cleanUps.push(cleanUp);
}

/** Undoes the latest first; one that fails does not keep the others from being done. */
export async function cleanUp(): Promise<void> {
  const failures: unknown[] = [];
  for (const each of [removeFolders, ...cleanUps.splice(0)].reverse()) {
    await each().catch((error: unknown) => failures.push(error));
  }
  if (failures.length > 0) throw failures[0];
}

export async function freshDatabase(template?: string): Promise<string> {
  const database = await createTestDatabase(template);
  cleanUpLater(() => database.drop());
  return database.url;
}
