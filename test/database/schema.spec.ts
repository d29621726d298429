import { Client } from 'pg';
import { SCHEMAS } from '../../src/application/modules.js';
import { pathHashOf } from '../../src/modules/links/entities/link-path.js';
import { prepareSchema } from '../../src/application/schema.js';
import { migrate } from '../../src/shared/database/schema/migrate.js';
import { createTestDatabase, type TestDatabase } from '../support/database/test-database.js';

let database: TestDatabase;

beforeAll(async () => {
  database = await createTestDatabase('template1');
});
afterAll(() => database.drop());

describe('the migrations', () => {
  it('take older events along, in their order, with what they are about', async () => {
    const { older, client } = await databaseBefore('Migration20261115000821Events');
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

  it('give tenants slugs, and move links off paths that the site needs', async () => {
    const { older, client } = await databaseBefore('Migration20261118000000TenantSlugs');
    await client.query(
      `insert into tenant (id, name, created_at) values
       ('${uuid(1)}', 'Acme', '2026-01-01'), ('${uuid(2)}', 'ACME', '2026-01-02'), ('${uuid(3)}', '🦊', '2026-01-03')`,
    );
    const paths = ['/_foyer/t.js', '/_foyer', '/robots.txt', '/_foyers', '/moved/_foyer', '/a/_foyer'];
    for (const [at, path] of paths.entries())
      await client.query(
        `insert into page_link (id, tenant_id, path, path_hash, audience_id, created_at, updated_at)
         values ($1, '${uuid(1)}', $2, $3, '${uuid(1)}', now(), now())`,
        [uuid(at), path, pathHashOf(path)],
      );
    await prepareSchema(older.url, { MIGRATE: true });
    const { rows: tenants } = await client.query('select slug from tenant order by created_at');
    const { rows: links } = await client.query('select path, path_hash as hash from page_link order by id');
    await client.end();
    await older.drop();
    const slugs = ['acme', expect.stringMatching(/^acme-\w{6}$/), 'tenant'];
    expect(tenants.map(({ slug }) => slug)).toEqual(slugs);
    expect(links.map(({ path }) => path)).toEqual([
      ...[
        '/moved/_foyer/t.js',
        '/moved-2/_foyer',
        '/moved/robots.txt',
        '/_foyers',
        '/moved/_foyer',
        '/a/_foyer',
      ],
    ]);
    for (const { path, hash } of links) expect(hash).toEqual(pathHashOf(path));
  });

  it('count domains that are there as proven for 30 days', async () => {
    const { older, client } = await databaseBefore('Migration20261118000801DomainProofs');
    const insertTenants = `insert into tenant (id, name, slug, created_at) values
      ('${uuid(1)}', 'Acme', 'acme', now()), ('${uuid(2)}', 'Other', 'other', now())`;
    await client.query(insertTenants);
    const insertDomain = `insert into tenant_domain (id, tenant_id, domain, created_at, updated_at)
      values ($1, $2, $3, '2026-01-01', '2026-01-01')`;
    await client.query(insertDomain, [uuid(1), uuid(1), 'www.acme.example']);
    await client.query(insertDomain, [uuid(2), uuid(2), 'www.other.example']);
    await prepareSchema(older.url, { MIGRATE: true });
    // Another tenant may claim the same domain, and not prove it.
    await client.query(
      `insert into tenant_domain (id, tenant_id, domain, proof_token, is_proven, created_at, updated_at)
       values ('${uuid(3)}', '${uuid(2)}', 'www.acme.example', '${'0'.repeat(32)}', false, now(), now())`,
    );
    const { rows } = await client.query(`
      select is_proven as "isProven", round(extract(epoch from proven_until - now()) / 86400)::int as days,
        next_check_at <= now() as "isDue", checked_at as "checkedAt", check_fault as "checkFault",
        proof_token as token
      from tenant_domain order by id`);
    const proveToo = client.query(`update tenant_domain set is_proven = true where id = '${uuid(3)}'`);
    await expect(proveToo).rejects.toThrow('tenant_domain_proven');
    await client.end();
    await older.drop();
    const inherited = { isProven: true, days: 30, isDue: true };
    expect(rows).toMatchObject([inherited, inherited, { isProven: false, days: null, isDue: null }]);
    for (const row of rows) expect(row).toMatchObject({ checkedAt: null, checkFault: null });
    // As long as those that are made with new domains, and no two alike.
    expect(new Set(rows.map(({ token }) => token)).size).toBe(3);
    for (const { token } of rows) expect(token).toMatch(/^[0-9a-f]{32}$/);
  });

  it('can be run by several processes at once, and again', async () => {
    await Promise.all([1, 2, 3].map(() => prepareSchema(database.url, { MIGRATE: true })));
    await prepareSchema(database.url, { MIGRATE: true });
  });
});

/** A database that lacks this migration and all later ones. */
async function databaseBefore(migration: string): Promise<{ older: TestDatabase; client: Client }> {
  const older = await createTestDatabase('template1');
  const before = SCHEMAS.map((schema) => ({
    ...schema,
    migrations: schema.migrations.filter(({ name }) => name < migration),
    monthlyTables: [],
    weeklyTables: [],
    dailyTables: [],
    routines: [],
    personal: [],
  }));
  await migrate(older.url, before, { rest: async () => undefined, say: () => undefined, patienceMs: 60_000 });
  const client = new Client({ connectionString: older.url });
  await client.connect();
  return { older, client };
}

const uuid = (n: number) => `00000000-0000-7000-8000-00000000000${n}`;
