import module from 'node:module';
import { join } from 'node:path';
import { BadSettings, type Settings } from '../shared/config/settings.js';
import type { DatabaseUrls } from '../shared/database/driver/database-url.js';
import { assertUsable } from '../shared/database/driver/usable-database.js';
import { startEmbeddedServer, type EmbeddedServerOptions } from '../embedded-postgres/embedded-server.js';

export interface OpenDatabase extends DatabaseUrls {
  embedded: boolean;
  /** How often the embedded one had to be started again. */
  restarts?: () => number;
  close(): Promise<void>;
}

/** What to do when the embedded database ends while it is needed. */
export type OnLost = Pick<EmbeddedServerOptions, 'log' | 'onGivenUp'>;

/** The database that the settings name, or the embedded one; reachable and new enough. */
export async function openDatabase(settings: Settings, onLost: OnLost = {}): Promise<OpenDatabase> {
  const { DATABASE_URL: url, DATABASE_DIRECT_URL: directUrl = url } = settings;
  if (url === undefined || directUrl === undefined) {
    const server = await startEmbeddedServer({ dataDir: settings.DATA_DIR, ...onLost });
    const { restarts, stop: close } = server;
    return { url: server.url, directUrl: server.url, embedded: true, restarts, close };
  }
  await assertUsable({ url, directUrl });
  return { url, directUrl, embedded: false, close: () => Promise.resolve() };
}

/** Beside the code that it is made of: whoever may write here could change that as well. */
const COMPILE_CACHE = join(import.meta.dirname, '../../node_modules/.cache/foyer');

/**
 * Opens it, and loads the rest of the program: meanwhile, where it is a server that has to start first. Compiled code is
 * kept, which saves a tenth to a fifth of every start; where the folder can't be written, as in a container, it is not.
 */
export async function openDatabaseAndLoad<Rest>(
  settings: Settings,
  load: () => Promise<Rest>,
  onLost?: OnLost,
): Promise<[OpenDatabase, Rest]> {
  assertNodeIsNewEnough();
  module.enableCompileCache(COMPILE_CACHE);
  if (settings.DATABASE_URL === undefined) return Promise.all([openDatabase(settings, onLost), load()]);
  // Loading keeps this process so busy that an answer from elsewhere might seem to come too late.
  return [await openDatabase(settings), await load()];
}

const LEAST_NODE = 24;

/** An older one would start, and fail at whatever it lacks. */
function assertNodeIsNewEnough(): void {
  const { node } = process.versions;
  if (Number.parseInt(node, 10) >= LEAST_NODE) return;
  throw new BadSettings(`Foyer runs on Node ${LEAST_NODE} or newer; this is Node ${node}.`);
}
