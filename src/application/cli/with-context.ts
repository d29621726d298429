import { Pool } from 'pg';
import type { OpenDatabase } from '../database.js';
import { KeyStore } from '../../shared/auth/key-store.js';
import { TenantStore } from '../../shared/auth/tenant-store.js';
import type { Settings } from '../../shared/config/settings.js';
import { poolOptions } from '../../shared/database/driver/connection.js';
import { ConnectionShares } from '../../shared/database/transactions/connection-shares.js';
import { lacksSchema } from '../../shared/database/driver/postgres-errors.js';
import type { CommandContext, Work } from './command.js';

/** Most commands need two tables and nothing of the application, which takes seconds to load. */
const application = () => import('./application.js');

/** Works in the database beside a running service or alone, and leaves it as it was. */
export async function withContext(database: OpenDatabase, settings: Settings, work: Work): Promise<string> {
  const size = { max: 1, waitMs: settings.DATABASE_WAIT_MS };
  const pool = new Pool(poolOptions(database.url, size));
  const context = contextOn(new ConnectionShares(pool, size), database, settings);
  try {
    return await work(context).catch(async (error: unknown) => {
      if (!lacksSchema(error)) throw error;
      await context.prepareSchema();
      return work(context);
    });
  } finally {
    await pool.end();
    await database.close();
  }
}

function contextOn(
  connections: ConnectionShares,
  database: OpenDatabase,
  settings: Settings,
): CommandContext {
  return {
    tenants: new TenantStore(connections),
    keys: new KeyStore(connections),
    knownScopes: async () => (await application()).SCOPES,
    prepareSchema: async () => (await application()).prepareSchema(database.directUrl, settings),
    addSamples: async (tenantId) => (await application()).addSamples({ database, settings, tenantId }),
    recompose: async () => (await application()).recompose({ database, settings }),
    domains: async () => (await application()).listDomains({ database, settings }),
    releaseDomain: async (domain) => (await application()).releaseDomain({ database, settings }, domain),
    resetSamples: async (tenantId) => (await application()).resetSamples({ database, settings, tenantId }),
  };
}
