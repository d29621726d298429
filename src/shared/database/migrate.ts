import { MikroORM } from '@mikro-orm/postgresql';
import { Client } from 'pg';
import { migrateJobs } from '../jobs/job-schema.js';
import { ormOptions, type Schema } from './orm-options.js';

const ADVISORY_LOCK = 0x666f796572; // "foyer"

/** Brings the schema up to date. Processes that start together take turns. */
export async function migrate(url: string, schemas: readonly Schema[]): Promise<void> {
  const turn = new Client({ connectionString: url });
  await turn.connect();
  try {
    await turn.query('select pg_advisory_lock($1)', [ADVISORY_LOCK]);
    await migrateTables(url, schemas);
    await migrateJobs(url);
  } finally {
    await turn.end();
  }
}

async function migrateTables(url: string, schemas: readonly Schema[]): Promise<void> {
  const orm = await MikroORM.init(ormOptions({ url, poolMax: 2, schemas }));
  try {
    await orm.migrator.up();
  } finally {
    await orm.close();
  }
}
