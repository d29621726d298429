import { Pool } from 'pg';
import { KeyStore } from '../../shared/auth/keys/key-store.js';
import { TenantStore } from '../../shared/auth/tenant-store.js';
import { poolOptions } from '../../shared/database/driver/connection.js';
import { ConnectionShares } from '../../shared/database/transactions/connection-shares.js';
import { inContext } from '../../shared/database/transactions/work-context.js';
import { actorNamed } from '../../shared/kernel/actor.js';
import { lacksSchema } from '../../shared/database/driver/postgres-errors.js';
import type { Answer } from '../terminal/answer.js';
import type { Opened } from './application.js';
import type { CommandContext, Work } from './command-context.js';

/** Loaded on demand: most commands need only two tables, and the application takes seconds to load. */
const application = () => import('./application.js');

/** Works in the database, with or without a running service, and leaves it running or stopped as before. */
export async function withContext(opened: Opened, command: string, work: Work): Promise<Answer> {
  const { database, settings } = opened;
  const size = { max: 1, waitMs: settings.DATABASE_WAIT_MS };
  const pool = new Pool(poolOptions(database.url, size));
  const context = contextOn(new ConnectionShares(pool, size), opened);
  try {
    return await inContext({ actor: () => actorNamed('command', command) }, () =>
      work(context).catch(async (error: unknown) => {
        if (!lacksSchema(error)) throw error;
        await context.prepareSchema();
        return work(context);
      }),
    );
  } finally {
    await pool.end();
    await database.close();
  }
}

function contextOn(connections: ConnectionShares, opened: Opened): CommandContext {
  const { database, settings } = opened;
  return {
    tenants: new TenantStore(connections),
    keys: new KeyStore(connections),
    knownScopes: async () => (await application()).SCOPES,
    prepareSchema: async (progress) =>
      (await application()).prepareSchema(database.directUrl, settings, { progress }),
    addSamples: async (tenantId) => (await application()).addSamples({ ...opened, tenantId }),
    recompose: async () => (await application()).recompose(opened),
    domains: async () => (await application()).listDomains(opened),
    releaseDomain: async (domain) => (await application()).releaseDomain(opened, domain),
    makeDemo: async (options, progress) => (await application()).makeDemo(opened, options, progress),
    resetSamples: async (tenantId) => (await application()).resetSamples({ ...opened, tenantId }),
  };
}
