import type { Settings } from './shared/config/settings.js';
import { assertUsable } from './shared/database/connection.js';
import { startEmbeddedServer } from './shared/database/embedded/embedded-server.js';
import { migrate } from './shared/database/migrate.js';
import { SCHEMAS } from './modules.js';

export interface OpenDatabase {
  url: string;
  embedded: boolean;
  close(): Promise<void>;
}

/** The database that the settings name, or the embedded one; reachable, new enough and up to date. */
export async function openDatabase(settings: Settings): Promise<OpenDatabase> {
  const database = await locate(settings);
  try {
    if (settings.MIGRATE) await migrate(database.url, SCHEMAS);
    return database;
  } catch (error) {
    await database.close();
    throw error;
  }
}

async function locate({ DATABASE_URL, DATA_DIR }: Settings): Promise<OpenDatabase> {
  if (DATABASE_URL === undefined) {
    const server = await startEmbeddedServer({ dataDir: DATA_DIR });
    return { url: server.url, embedded: true, close: () => server.stop() };
  }
  await assertUsable(DATABASE_URL);
  return { url: DATABASE_URL, embedded: false, close: () => Promise.resolve() };
}
