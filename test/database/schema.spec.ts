import { Client } from 'pg';
import { SCHEMAS } from '../../src/modules.js';
import { prepareSchema } from '../../src/schema.js';
import { migrate } from '../../src/shared/database/migrate.js';
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
    await migrate(older.url, before, { rest: async () => undefined, say: () => undefined });
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
});

const uuid = (n: number) => `00000000-0000-7000-8000-00000000000${n}`;
