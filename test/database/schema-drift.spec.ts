import { defineEntity, p } from '@mikro-orm/core';
import { MikroORM } from '@mikro-orm/postgresql';
import { Client } from 'pg';
import { SCHEMAS } from '../../src/application/modules.js';
import { moment } from '../../src/shared/database/records/columns.js';
import { ormOptions, type Schema } from '../../src/shared/database/schema/orm-options.js';
import { createTestDatabase, type TestDatabase } from '../support/database/test-database.js';

/** Made by the server of other columns, so no entity has it. */
const GENERATED = /^alter table "(topic_entry" drop column "search_terms|\w+" drop column "person_hashes)";$/;

let database: TestDatabase;

beforeEach(async () => {
  database = await createTestDatabase();
});
afterEach(() => database.drop());

describe('entities and migrations', () => {
  it('agree on columns, types, nulls and defaults', async () => {
    expect(await drift()).toEqual([]);
  });

  // Planted differences are found together: each look at the schema takes seconds.
  it('do not, where tables were changed', async () => {
    const planted = [
      ['topic drop column purpose', 'add "purpose" text null'],
      ['asset add column motto int', 'drop column "motto"'],
      ['topic alter column title type varchar(255)', 'alter column "title" type text'],
      ['topic alter column created_at type timestamptz(6)', 'alter column "created_at" type timestamptz(3)'],
      ['asset alter column name drop not null', 'alter column "name" set not null'],
      ['topic alter column is_default set default false', 'alter column "is_default" drop default'],
      ['asset alter column ai_description set not null', 'alter column "ai_description" drop not null'],
      ['page_link rename to shortcut', 'create table "page_link"'],
    ] as const;
    for (const [change] of planted) await query(`alter table ${change}`);
    const found = (await drift()).join('\n');
    for (const [, expected] of planted) expect(found).toContain(expected);
  });

  it('do not, where an entity was changed', async () => {
    const planted = { id: p.uuid().primary(), name: p.integer().nullable().default(1), motto: p.text() };
    const changes = (await drift(withTenant({ ...planted, createdAt: moment() }))).join('\n');
    expect(changes).toContain('add "motto" text not null');
    expect(changes).toContain('alter column "name" type int');
    expect(changes).toContain('alter column "name" set default 1');
    expect(changes).toContain('alter column "name" drop not null');
  });

  it('agree with an entity that is the same', async () => {
    const slug = p.text().defaultRaw("replace((gen_random_uuid())::text, '-'::text, ''::text)");
    const same = { id: p.uuid().primary(), name: p.text(), createdAt: moment(), slug };
    expect(await drift(withTenant(same))).toEqual([]);
  });
});

/** The schemas with an entity for a table that has none. */
function withTenant(properties: Parameters<typeof defineEntity>[0]['properties']): Schema[] {
  const tenant = defineEntity({ name: 'Tenant', tableName: 'tenant', properties });
  return [...SCHEMAS, { entities: [tenant], migrations: [] }] as unknown as Schema[];
}

/** What the ORM would change. It knows of no index and no constraint, since these are the migrations' alone. */
async function drift(schemas: readonly Schema[] = SCHEMAS): Promise<string[]> {
  const orm = await MikroORM.init({
    ...ormOptions({ url: database.url, schemas }),
    schemaGenerator: {
      createForeignKeyConstraints: false,
      ignoreSchema: ['jobs'],
      ignoreTriggers: true,
      ignoreRoutines: true,
    },
  });
  const changes = await orm.schema.getUpdateSchemaSQL({ wrap: false, dropTables: false });
  await orm.close();
  const statements = changes.split('\n').filter((line) => line !== '');
  return statements
    .filter((line) => !/^drop index |^alter table \S+ drop constraint /.test(line))
    .filter((line) => !GENERATED.test(line));
}

async function query(sql: string): Promise<void> {
  const client = new Client({ connectionString: database.url });
  await client.connect();
  await client.query(sql);
  await client.end();
}
