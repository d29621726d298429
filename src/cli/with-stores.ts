import type { INestApplicationContext } from '@nestjs/common';
import { Pool } from 'pg';
import { pino } from 'pino';
import { createApp } from '../app.setup.js';
import type { OpenDatabase } from '../database.js';
import { addMissingSamples, resetSamples } from '../first-start.js';
import { SCOPES } from '../modules.js';
import { prepareSchema } from '../schema.js';
import { KeyStore } from '../shared/auth/key-store.js';
import { TenantStore } from '../shared/auth/tenant-store.js';
import type { Settings } from '../shared/config/settings.js';
import type { DatabaseUrls } from '../shared/database/database-url.js';
import { poolOptions } from '../shared/database/connection.js';
import { ConnectionShares } from '../shared/database/connection-shares.js';
import type { Work } from './command.js';

/** Works in the database beside a running service or alone, and leaves it as it was. */
export async function withStores(database: OpenDatabase, settings: Settings, work: Work): Promise<string> {
  const size = { max: 1, waitMs: settings.DATABASE_WAIT_MS };
  const pool = new Pool(poolOptions(database.url, size));
  const connections = new ConnectionShares(pool, size);
  try {
    await prepareSchema(database.directUrl, settings);
    return await work({
      tenants: new TenantStore(connections),
      keys: new KeyStore(connections),
      knownScopes: SCOPES,
      addSamples: (tenantId) => withApp(database, settings, (app) => addMissingSamples(app, tenantId)),
      resetSamples: (tenantId) => withApp(database, settings, (app) => resetSamples(app, tenantId)),
    });
  } finally {
    await pool.end();
    await database.close();
  }
}

/** The application without its listener and its workers. */
async function withApp<Result>(
  urls: DatabaseUrls,
  settings: Settings,
  work: (app: INestApplicationContext) => Promise<Result>,
): Promise<Result> {
  const app = await createApp({ ...settings, ROLE: 'api' }, urls, pino({ level: 'silent' }));
  try {
    await app.init();
    return await work(app);
  } finally {
    await app.close();
  }
}
