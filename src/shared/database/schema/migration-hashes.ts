import { createHash } from 'node:crypto';
import type { Constructor } from '@mikro-orm/core';
import type { Migration } from '@mikro-orm/migrations';
import type { ClientBase } from 'pg';
import { ModuleFault } from '../../kernel/module-fault.js';
import type { Schema } from './orm-options.js';
import { TemplateMigration } from './template-migration.js';
import { UnusableDatabase } from '../driver/usable-database.js';

/** Hash of the SQL of each applied migration. Like `migration`, `migrate` creates this table itself. */
const HASHES_TABLE = 'migration_hash';

/** By the name of the migration. */
export type MigrationHashes = ReadonlyMap<string, string>;

/** Hashes of the SQL that each migration sends. This uses no database: the hashes are the same on each one. */
export async function migrationHashes(schemas: readonly Schema[]): Promise<MigrationHashes> {
  const migrations = schemas.flatMap((schema) => schema.migrations);
  return new Map(await Promise.all(migrations.map(async (each) => [each.name, await hashOf(each)] as const)));
}

/** A migration that only the database knows belongs to a newer release. */
export async function assertUnchanged(client: ClientBase, hashes: MigrationHashes): Promise<void> {
  const recorded = await recordedHashes(client);
  const changed = [...hashes].find(([name, hash]) => (recorded.get(name) ?? hash) !== hash);
  if (!changed) return;
  throw new UnusableDatabase(
    `${changed[0]} was changed after it was applied to this database; ` +
      'put it back as it was, and write a new migration for the change (docs/database.md).',
  );
}

/** Call it once all migrations are applied. An applied one without a recorded hash is recorded as it is today. */
export async function recordHashes(client: ClientBase, hashes: MigrationHashes): Promise<void> {
  await client.query(
    `create table if not exists ${HASHES_TABLE} (name text primary key, hash text not null)`,
  );
  await client.query(
    `insert into ${HASHES_TABLE} select * from unnest($1::text[], $2::text[]) on conflict do nothing`,
    [[...hashes.keys()], [...hashes.values()]],
  );
}

async function recordedHashes(client: ClientBase): Promise<MigrationHashes> {
  const found = await client.query<{ name: string | null }>(`select to_regclass('${HASHES_TABLE}') as name`);
  if (found.rows[0]?.name === null) return new Map();
  const { rows } = await client.query<{ name: string; hash: string }>(
    `select name, hash from ${HASHES_TABLE}`,
  );
  return new Map(rows.map(({ name, hash }) => [name, hash]));
}

async function hashOf(kind: Constructor<Migration>): Promise<string> {
  const statements = JSON.stringify(await statementsOf(kind));
  return createHash('sha256').update(statements).digest('hex');
}

/** Every statement of a migration, with a `?` for each value that is read. */
export async function statementsOf(kind: Constructor<Migration>): Promise<readonly string[]> {
  const refuse = (): never => {
    throw new ModuleFault(`${kind.name} sends more than fixed texts, so it must be a TemplateMigration.`);
  };
  const noDatabase = new Proxy({}, { get: refuse }) as never;
  const migration = new kind(noDatabase, noDatabase);
  if (migration instanceof TemplateMigration) return migration.template;
  await migration.up();
  return migration.getQueries().map((query) => (typeof query === 'string' ? query : refuse()));
}
