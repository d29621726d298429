import { Migration } from '@mikro-orm/migrations';
import { SCHEMAS } from '../../../src/application/modules.js';
import { statementsOf } from '../../../src/shared/database/schema/migration-hashes.js';
import { FIRST_NUMBER, migrationNumber } from '../../../src/shared/database/schema/migration-names.js';
import type { MigrationClass } from '../../../src/shared/database/schema/orm-options.js';

/** What can end something that the previous release reads or writes. */
const BREAKING = [
  /\bdrop (?!not null)/,
  /\brename\b/,
  /\balter (column )?\S+ (set data )?type\b/,
  /\bset not null\b/,
  /\badd (constraint|primary key|unique|foreign key|check|exclude)\b/,
  /\badd (column )?(if not exists )?(?!constraint)\w+ (?![^,]*\b(default|generated)\b)[^,]*\bnot null\b/,
  /\bcreate unique index\b/,
  /\b(truncate|revoke)\b/,
];

it('each migration that may break the previous release says whether it does', async () => {
  const all = SCHEMAS.flatMap(({ migrations }) => migrations);
  const faults = await Promise.all(all.filter(isNumbered).map(faultIn));
  expect(faults.flat()).toEqual([]);
});

it.each([
  'drop table topic',
  'alter table topic drop column purpose',
  'alter table topic drop constraint topic_pkey, add primary key (tenant_id, id)',
  'drop index topic_order',
  'alter table topic rename to subject',
  'alter table topic rename column title to name',
  'alter table topic alter column title type varchar(20)',
  'alter table topic alter title set data type varchar(20)',
  'alter table topic alter column purpose set not null',
  'alter table topic alter column title drop default',
  'ALTER TABLE topic\n  ADD CONSTRAINT short CHECK (length(title) < 20)',
  'alter table topic add check (length(title) < 20)',
  'alter table topic add column motto text not null',
  'alter table topic add column rank int default 0, add column motto text not null',
  'create unique index topic_title on topic (tenant_id, title)',
  'truncate topic',
])('a migration without a mark may not send: %s', async (sql) => {
  expect(await faultIn(migrationThat([sql]))).toEqual([
    `Made must state its effect, because it sends: ${sql.trim()}`,
  ]);
  expect(await faultIn(migrationThat([sql], 'contracting'))).toEqual([]);
  expect(await faultIn(migrationThat([sql], 'expanding'))).toEqual([]);
});

it.each([
  ['create table note (id uuid primary key, title text not null unique)'],
  [
    'create table note (id uuid)',
    'alter table note add primary key (id)',
    'create unique index n on note (id)',
  ],
  ['alter table topic add column motto text, add column rank int not null default 0'],
  ['alter table topic alter column title drop not null'],
  ['create index topic_title on topic (tenant_id, title)'],
  [`comment on table topic is 'may rename or drop nothing'`],
])('a migration without a mark may send: %s', async (...statements) => {
  expect(await faultIn(migrationThat(statements))).toEqual([]);
});

/** All processes from the first release with marks on know the migrations whose name has a time. */
const isNumbered = ({ name }: MigrationClass) => migrationNumber(name)! >= FIRST_NUMBER;

async function faultIn(migration: MigrationClass): Promise<string[]> {
  if (migration.effect) return [];
  const statements = await statementsOf(migration);
  const created = new Set(statements.flatMap((each) => /^create table (\w+)/.exec(plain(each))?.[1] ?? []));
  const ofOlderTables = statements.filter((each) => !created.has(tableIn(plain(each)) ?? ''));
  return ofOlderTables
    .filter((each) => BREAKING.some((pattern) => pattern.test(plain(each))))
    .map((each) => `${migration.name} must state its effect, because it sends: ${each.trim()}`);
}

/** Without what texts say, in lower case. */
const plain = (sql: string) =>
  sql
    .replaceAll(/'[^']*'/g, "''")
    .replaceAll(/\s+/g, ' ')
    .trim()
    .toLowerCase();

const tableIn = (sql: string) =>
  /^(?:alter|create) table (?:only )?(\w+)|^create unique index (?:\w+ )?on (\w+)/
    .exec(sql)
    ?.slice(1)
    .find(Boolean);

function migrationThat(statements: readonly string[], effect?: MigrationClass['effect']): MigrationClass {
  return class Made extends Migration {
    static readonly effect = effect;

    override up(): void {
      for (const each of statements) this.addSql(each);
    }
  };
}
