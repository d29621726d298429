import { MikroORM } from '@mikro-orm/postgresql';
import { SCHEMAS } from '../../src/modules.js';
import { prepareSchema } from '../../src/schema.js';
import { ormOptions } from '../../src/shared/database/orm-options.js';
import { createTestDatabase, type TestDatabase } from '../support/test-database.js';

let database: TestDatabase;

beforeAll(async () => {
  database = await createTestDatabase('template1');
});
afterAll(() => database.drop());

describe('the migrations', () => {
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
