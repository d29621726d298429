import type { AnyEntity, Constructor, EntityClass } from '@mikro-orm/core';
import { Migrator, type Migration } from '@mikro-orm/migrations';
import { defineConfig } from '@mikro-orm/postgresql';
import type { Pool } from 'pg';
import { poolOptions, type PoolSize } from '../driver/connection.js';
import { sessionOptions } from '../driver/connection-options.js';
import type { PersonalTable } from '../records/personal-table.js';
import { inOrder } from './migration-names.js';
import { readServerAddresses } from '../../config/server-addresses.js';
import { giveUpSilentConnections } from '../driver/silent-connections.js';
import { currentContext } from '../transactions/work-context.js';

/**
 * A contracting migration ends something that the previous release uses: processes of older releases stop before it
 * runs. Any other is expanding, and older processes keep working (decision 88).
 */
export type MigrationClass = Constructor<Migration> & { effect?: 'expanding' | 'contracting' };

/** What a part of the service adds to the database. */
export interface Schema {
  entities: readonly EntityClass<AnyEntity>[];
  /** The lists of its `*.migration.ts`. Migrations run in the order of their names (`migration-names.ts`). */
  migrations: readonly MigrationClass[];
  /** SQL functions and triggers, as `create or replace`. They are applied after the migrations. */
  routines?: readonly string[];
  /** Its tables with personal columns. Their indexes and triggers are routines, too. */
  personal?: readonly PersonalTable[];
  /**
   * Tables with one partition per week, by the ids of events. A table comes after the one that its rows belong to:
   * weeks are dropped in reverse order.
   */
  weeklyTables?: readonly string[];
  /** The same with one partition per month. */
  monthlyTables?: readonly string[];
  /** The same with one partition per day. */
  dailyTables?: readonly string[];
}

export interface OrmSource {
  url: string;
  directUrl?: string;
  applicationName?: string;
  /** Omitted for migrations, which may take as long as they need. */
  pool?: PoolSize;
  schemas: readonly Schema[];
}

export function ormOptions({ url, directUrl = url, applicationName, pool, schemas }: OrmSource) {
  return defineConfig({
    // The ORM reads only the name of the database from it; the driver gets the rest.
    clientUrl: readServerAddresses(url)!.url,
    driverOptions: pool
      ? { ...poolOptions(url, pool), onPoolCreated: (made: Pool) => giveUpSilentConnections(made, directUrl) }
      : { ...sessionOptions(url), max: 1, application_name: applicationName },
    entities: schemas.flatMap((schema) => schema.entities),
    extensions: [Migrator],
    migrations: {
      migrationsList: inOrder(schemas.flatMap((schema) => schema.migrations)),
      tableName: 'migration',
      snapshot: false,
    },
    filters: {
      tenant: { cond: ({ tenantId }: { tenantId?: string }) => ({ tenantId }), args: true, default: true },
    },
    // An entry's own tenant is checked already; joining its parent for the same check is a waste.
    autoJoinRefsForFilters: false,
    // Entities live inside a unit of work; outside of one, the ORM refuses to work.
    context: () => currentContext()?.transaction?.em,
    ensureDatabase: false,
    logger: () => undefined,
  });
}
