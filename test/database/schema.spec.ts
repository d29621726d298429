import { MikroORM } from '@mikro-orm/postgresql';
import { Client } from 'pg';
import { SCHEMAS } from '../../src/modules.js';
import { prepareSchema } from '../../src/schema.js';
import { migrate } from '../../src/shared/database/migrate.js';
import { ormOptions } from '../../src/shared/database/orm-options.js';
import { Migration20261115000821Events } from '../../src/shared/events/events.migration.js';
import { createTestDatabase, type TestDatabase } from '../support/test-database.js';

let database: TestDatabase;

beforeAll(async () => {
  database = await createTestDatabase('template1');
});
afterAll(() => database.drop());

describe('the migrations', () => {
  it('take older events along, in their order, with what they are about', async () => {
    const older = await createTestDatabase('template1');
    const before = SCHEMAS.map(({ entities, migrations }) => ({
      entities,
      migrations: migrations.filter(({ name }) => name < Migration20261115000821Events.name),
    }));
    await migrate(older.url, before, async () => undefined);
    const client = new Client({ connectionString: older.url });
    await client.connect();
    await client.query(`insert into tenant values ('${uuid(1)}', 'old', now())`);
    await client.query(
      `insert into event (id, tenant_id, type, payload, created_at) values
       ('${uuid(4)}', '${uuid(1)}', 'form.submitted', '{"type":"form.submitted","pageId":"page_1","audienceId":"audience_1","analyticsSessionId":"visit-1"}', '2026-01-02'),
       ('${uuid(3)}', '${uuid(1)}', 'page.version.created', '{"type":"page.version.created","pageId":"page_1","audienceId":"audience_1"}', '2026-01-01'),
       ('${uuid(2)}', '${uuid(1)}', 'odd', '{"z":1,"type":"odd"}', '2026-01-01')`,
    );
    await prepareSchema(older.url, { MIGRATE: true });
    const { rows } = await client.query('select seq::int, resource, payload::text from event order by seq');
    await client.end();
    await older.drop();
    expect(rows.map(({ seq, resource }) => [seq, resource])).toEqual([
      [1, uuid(2)],
      [2, 'audience_1'],
      [3, 'visit-1'],
    ]);
    expect(rows.map(({ payload }) => Object.keys(JSON.parse(payload))[0])).toEqual(['type', 'type', 'type']);
  });

  it('can be run by several processes at once, and again', async () => {
    await Promise.all([1, 2, 3].map(() => prepareSchema(database.url, { MIGRATE: true })));
    await prepareSchema(database.url, { MIGRATE: true });
  });

  it('make the columns that the entities have', async () => {
    const orm = await MikroORM.init(
      ormOptions({ url: database.url, pool: { max: 1, waitMs: 10_000 }, schemas: SCHEMAS }),
    );
    const rows = await orm.em.getConnection().execute<Column[]>(COLUMNS);
    for (const meta of orm.getMetadata().getAll().values()) {
      const expected = meta.comparableProps
        .concat(meta.getPrimaryProps())
        .map((prop) => `${prop.fieldNames[0]} ${prop.columnTypes[0]} ${prop.nullable ? 'null' : 'not null'}`);
      const actual = rows
        .filter((row) => row.table === meta.tableName)
        .map((row) => `${row.name} ${row.type} ${row.nulls}`);
      expect(actual.sort()).toEqual([...new Set(expected)].sort());
    }
    await orm.close();
  });
});

const uuid = (n: number) => `00000000-0000-7000-8000-00000000000${n}`;

interface Column {
  table: string;
  name: string;
  type: string;
  nulls: string;
}

const COLUMNS = `
  select c.relname as table, a.attname as name,
         replace(format_type(a.atttypid, a.atttypmod), 'timestamp(3) with time zone', 'timestamptz(3)') as type,
         case when a.attnotnull then 'not null' else 'null' end as nulls
  from pg_attribute a join pg_class c on c.oid = a.attrelid
  where c.relnamespace = 'public'::regnamespace and c.relkind = 'r' and a.attnum > 0 and not a.attisdropped`;
