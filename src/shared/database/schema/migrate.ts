import { randomBytes } from 'node:crypto';
import { MikroORM } from '@mikro-orm/postgresql';
import type { Client } from 'pg';
import { DAY, ensureAhead, MONTH, WEEK } from './time-partitions.js';
import { LockWaits } from './lock-waits.js';
import { assertUnchanged, migrationHashes, recordHashes } from './migration-hashes.js';
import { subjectOf } from './migration-names.js';
import { ormOptions, type MigrationClass, type Schema } from './orm-options.js';
import { applyRoutines, ROUTINES_TABLE, routinesHash } from './routines.js';
import { assertKnown, createFloor, floorOf, raiseFloor, withoutOlderProcesses } from './contraction.js';
import { cliCommand } from '../../config/cli-command.js';
import { SILENT_PROGRESS, type Progress } from '../../kernel/progress.js';
import { UnusableDatabase } from '../driver/usable-database.js';
import { withSession } from '../driver/with-connection.js';

const ADVISORY_LOCK = 0x666f796572; // "foyer"

interface MigrateOptions {
  /** Migrates everything else in the database; it connects under this name. */
  rest: (url: string, applicationName: string) => Promise<void>;
  /** Receives a line about each session that blocks the migration. */
  say: (line: string) => void;
  progress?: Progress;
  /** How long a contracting migration waits for older processes. */
  patienceMs: number;
}

/**
 * Migrates our tables, then everything else in the database. Processes that start together take turns. It needs its own
 * session: through a pooler that reassigns sessions, the lock would stay behind.
 */
export async function migrate(
  url: string,
  schemas: readonly Schema[],
  { rest, say, progress = SILENT_PROGRESS, patienceMs }: MigrateOptions,
): Promise<void> {
  const name = `foyer-migrate-${randomBytes(4).toString('hex')}`;
  const waits = new LockWaits(url, name, say);
  const hashes = await migrationHashes(schemas);
  const work = async (client: Client) => {
    void waits.watch();
    await client.query('select pg_advisory_lock($1)', [ADVISORY_LOCK]);
    await assertUnchanged(client, hashes);
    await assertKnown(client, schemas);
    await createFloor(client);
    const isForced = await migrateTables({ url, name, schemas, client, progress, patienceMs });
    await recordHashes(client, hashes);
    await applyRoutines(client, schemas, { isForced });
    const monthly = schemas.flatMap(({ monthlyTables = [] }) => monthlyTables);
    const weekly = schemas.flatMap(({ weeklyTables = [] }) => weeklyTables);
    const daily = schemas.flatMap(({ dailyTables = [] }) => dailyTables);
    await ensureAhead(client, MONTH, monthly);
    await ensureAhead(client, WEEK, weekly);
    await ensureAhead(client, DAY, daily);
    await rest(url, name);
  };
  await withSession(url, work, { application_name: name }).finally(() => waits.stop());
}

/**
 * For a process that is configured not to migrate. A database with more than it needs is fine: the next release may
 * already have migrated it, after this release's routines were applied once.
 */
export async function assertMigrated(
  url: string,
  schemas: readonly Schema[],
  restVersion: string,
): Promise<void> {
  if ((await missingMigrations(url, schemas, restVersion)).length === 0) return;
  throw new UnusableDatabase(
    `MIGRATE is false, and the database schema is out of date; update it with: ${cliCommand('migrate')}`,
  );
}

/**
 * What this release needs and the database does not have: names of migrations, or the hash of the routines. Throws if
 * the schema belongs to a newer release, or a migration was changed.
 */
export async function missingMigrations(
  url: string,
  schemas: readonly Schema[],
  restVersion: string,
): Promise<string[]> {
  const hashes = await migrationHashes(schemas);
  const applied = await withSession(url, async (client) => {
    await assertUnchanged(client, hashes);
    await assertKnown(client, schemas);
    return appliedTo(client, restVersion);
  });
  return [...hashes.keys(), routinesHash(schemas)].filter((name) => !applied.has(name));
}

/** The names of migrations and the hashes of routines. */
async function appliedTo(client: Client, restVersion: string): Promise<Set<string>> {
  const { rows } = await client.query<{ made: boolean }>(
    `select num_nulls(to_regclass('migration'), to_regclass('${ROUTINES_TABLE}'), to_regclass($1)) = 0 as made`,
    [restVersion],
  );
  if (!rows[0]?.made) return new Set();
  const applied = await client.query<{ name: string }>(
    `select name from migration union all select hash from ${ROUTINES_TABLE}`,
  );
  return new Set(applied.rows.map(({ name }) => name));
}

interface TablesToMigrate {
  url: string;
  name: string;
  schemas: readonly Schema[];
  /** The session that waits for older processes. */
  client: Client;
  progress: Progress;
  patienceMs: number;
}

/** Returns whether there was anything to do. A contracting migration and the new floor are one transaction. */
async function migrateTables(tables: TablesToMigrate): Promise<boolean> {
  const { url, name, schemas, client, progress, patienceMs } = tables;
  const orm = await MikroORM.init(ormOptions({ url, applicationName: name, schemas }));
  try {
    const pending = await orm.migrator.getPending();
    let number = 0;
    orm.migrator.on('migrating', (migration) =>
      progress.part(`Migration ${subjectOf(migration.name)}`, ++number, pending.length),
    );
    const floor = floorOf(pending.map((migration) => classOf(migration.name, schemas)));
    if (floor === 0) return (await orm.migrator.up()).length > 0;
    const contract = () =>
      orm.em.getConnection().transactional(async (transaction) => {
        await orm.migrator.up({ transaction });
        await orm.em.getConnection().execute(raiseFloor(floor), [], 'run', transaction);
      });
    await withoutOlderProcesses(client, { url, floor, patienceMs }, contract);
    return true;
  } finally {
    await orm.close();
  }
}

function classOf(name: string, schemas: readonly Schema[]): MigrationClass {
  return schemas.flatMap(({ migrations }) => migrations).find((each) => each.name === name)!;
}
