import { defineEntity, p } from '@mikro-orm/core';
import { MikroORM } from '@mikro-orm/postgresql';
import { Client } from 'pg';
import { SCHEMAS } from '../../src/modules.js';
import { moment } from '../../src/shared/database/columns.js';
import { ormOptions, type Schema } from '../../src/shared/database/orm-options.js';
import { createTestDatabase, type TestDatabase } from '../support/test-database.js';

let database: TestDatabase;

beforeEach(async () => {
  database = await createTestDatabase();
});
afterEach(() => database.drop());

describe('entities and migrations', () => {
  it('agree on columns, types, nulls and defaults', async () => {
    expect(await drift()).toEqual([]);
  });

  it.each([
    ['drop column purpose', 'add "purpose" text null'],
    ['add column motto text', 'drop column "motto"'],
    ['alter column title type varchar(255)', 'alter column "title" type text'],
    ['alter column created_at type timestamptz(6)', 'alter column "created_at" type timestamptz(3)'],
    ['alter column title drop not null', 'alter column "title" set not null'],
    ['alter column purpose set not null', 'alter column "purpose" drop not null'],
    ['alter column is_default set default false', 'alter column "is_default" drop default'],
    ['rename to subject', 'create table "topic"'],
  ])('do not, where the table was changed by "%s"', async (change, found) => {
    await query(`alter table topic ${change}`);
    expect((await drift()).join('\n')).toContain(found);
  });

  const tenant = { id: p.uuid().primary(), name: p.text(), createdAt: moment() };

  it.each([
    ['is the same', tenant, []],
    ['has a column more', { ...tenant, motto: p.text() }, ['add "motto" text not null']],
    ['may be null', { ...tenant, name: p.text().nullable() }, ['alter column "name" drop not null']],
    ['has another type', { ...tenant, name: p.integer() }, ['alter column "name" type int']],
    ['has a default', { ...tenant, name: p.text().default('x') }, [`alter column "name" set default 'x'`]],
  ])('tell of an entity that %s', async (_, properties, found) => {
    const planted = defineEntity({ name: 'Tenant', tableName: 'tenant', properties });
    const schemas = [...SCHEMAS, { entities: [planted], migrations: [] }] as unknown as Schema[];
    expect(await drift(schemas)).toEqual(found.map((part) => expect.stringContaining(part)));
  });
});

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
  return statements.filter((line) => !/^drop index |^alter table \S+ drop constraint /.test(line));
}

async function query(sql: string): Promise<void> {
  const client = new Client({ connectionString: database.url });
  await client.connect();
  await client.query(sql);
  await client.end();
}
