import { MikroORM } from '@mikro-orm/postgresql';
import { Client } from 'pg';
import { UnusableDatabase } from './connection.js';
import { ormOptions, type Schema } from './orm-options.js';

const ADVISORY_LOCK = 0x666f796572; // "foyer"

/** Brings our tables up to date, then whatever else lies in the database. Processes that start together take turns. */
export async function migrate(
  url: string,
  schemas: readonly Schema[],
  rest: (url: string) => Promise<void>,
): Promise<void> {
  const turn = new Client({ connectionString: url });
  await turn.connect();
  try {
    await turn.query('select pg_advisory_lock($1)', [ADVISORY_LOCK]);
    await migrateTables(url, schemas);
    await rest(url);
  } finally {
    await turn.end();
  }
}

/** For a process that is told not to migrate. A database that has more than it needs will do. */
export async function assertMigrated(
  url: string,
  schemas: readonly Schema[],
  restVersion: string,
): Promise<void> {
  const needed = schemas.flatMap((schema) => schema.migrations.map((migration) => migration.name));
  const done = await doneMigrations(url, restVersion);
  if (needed.every((name) => done.includes(name))) return;
  throw new UnusableDatabase(
    'MIGRATE is false, and the database schema is not up to date; bring it there with: npm run -s cli -- migrate',
  );
}

async function doneMigrations(url: string, restVersion: string): Promise<string[]> {
  const client = new Client({ connectionString: url });
  await client.connect();
  try {
    const { rows } = await client.query<{ made: boolean }>(
      `select to_regclass('migration') is not null and to_regclass($1) is not null as made`,
      [restVersion],
    );
    if (!rows[0]?.made) return [];
    return (await client.query<{ name: string }>('select name from migration')).rows.map(({ name }) => name);
  } finally {
    await client.end();
  }
}

async function migrateTables(url: string, schemas: readonly Schema[]): Promise<void> {
  const orm = await MikroORM.init(ormOptions({ url, schemas }));
  try {
    await orm.migrator.up();
  } finally {
    await orm.close();
  }
}
