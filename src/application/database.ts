import { useCompileCache } from './compile-cache.js';
import { assertNodeIsNewEnough } from './node-version.js';
import type { Settings } from '../shared/config/settings.js';
import type { DatabaseUrls } from '../shared/database/driver/database-url.js';
import { assertUsable } from '../shared/database/driver/usable-database.js';
import { startEmbeddedServer, type EmbeddedServerOptions } from '../embedded-postgres/embedded-server.js';

export interface OpenDatabase extends DatabaseUrls {
  embedded: boolean;
  /** How often the embedded database was restarted. */
  restarts?: () => number;
  close(): Promise<void>;
}

/** Where the embedded database reports what it does, and that it ended while it is needed. */
export type OnEmbedded = Pick<EmbeddedServerOptions, 'log' | 'onGivenUp' | 'onStep'>;

/** Opens the configured database or the embedded one, and checks that it is reachable and new enough. */
export async function openDatabase(settings: Settings, onEmbedded: OnEmbedded = {}): Promise<OpenDatabase> {
  const { DATABASE_URL: url, DATABASE_DIRECT_URL: directUrl = url } = settings;
  if (url === undefined || directUrl === undefined) {
    const server = await startEmbeddedServer({ dataDir: settings.DATA_DIR, ...onEmbedded });
    const { restarts, stop: close } = server;
    return { url: server.url, directUrl: server.url, embedded: true, restarts, close };
  }
  await assertUsable({ url, directUrl });
  return { url, directUrl, embedded: false, close: () => Promise.resolve() };
}

/** Opens the database and loads the rest of the program, in parallel if an embedded server must start. */
export async function openDatabaseAndLoad<Rest>(
  settings: Settings,
  load: () => Promise<Rest>,
  onEmbedded?: OnEmbedded,
): Promise<[OpenDatabase, Rest]> {
  assertNodeIsNewEnough();
  useCompileCache();
  if (settings.DATABASE_URL === undefined) return Promise.all([openDatabase(settings, onEmbedded), load()]);
  // Not in parallel: loading blocks this process so much that a remote answer could seem to time out.
  return [await openDatabase(settings), await load()];
}
