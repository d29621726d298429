import { LOOKED_AT_FIRST, MAX_LOOKED_AT } from '../../src/shared/database/lists/list-read.js';
import { statementsOf } from '../support/database/statements.js';
import { useTestService } from '../support/test-service.js';
import { walk } from '../support/api/walk.js';

interface Person {
  name: string;
}

const { service, strangerApi } = useTestService();

/** A few more than three pages look at. The oldest were changed last. */
const COUNT = 3 * MAX_LOOKED_AT + 5;
const RECENT = ['P1', 'P2', `P${MAX_LOOKED_AT + 5}`];
const SINCE = '2026-06-01T00:00:00Z';

beforeAll(async () => {
  await service.pool.query(
    `insert into person (id, tenant_id, name, slug, search_text, created_at, updated_at)
     select gen_random_uuid(), $1, 'P' || n, 's' || n, 'p', timestamptz '2026-01-01' + n * interval '1 second',
       case when 'P' || n = any ($3) then $4::timestamptz else timestamptz '2026-02-01' end
     from generate_series(1, $2::int) n`,
    [service.stranger.id, COUNT, RECENT, SINCE],
  );
});

const recent = `/v0/persons?updatedAfter=${SINCE}`;

it('a page without a suitable index looks at a limited number of records, and says that more may follow', async () => {
  const { body } = await strangerApi.get(recent).expect(200);
  expect(body).toMatchObject({ items: [], hasMore: true, totalCount: null });
  const pages = await walk<Person>(strangerApi, recent);
  expect(pages.map(({ items }) => items.map(({ name }) => name))).toEqual([
    [],
    [],
    [RECENT[2]],
    ['P2', 'P1'],
  ]);
  expect(pages.map(({ hasMore }) => hasMore)).toEqual([true, true, true, false]);
});

it('a full page ends where the next one begins', async () => {
  const pages = await walk<Person>(strangerApi, `${recent}&limit=1`);
  expect(pages.flatMap(({ items }) => items.map(({ name }) => name))).toEqual([RECENT[2], 'P2', 'P1']);
});

it('a page that the first records fill looks at no more of them', async () => {
  const statements = statementsOf(service);
  const looks = async (query: string) =>
    (await statements(() => strangerApi.get(`/v0/persons?${query}`).expect(200)))
      .map(({ text }) => Number(/offset (\d+) limit 2$/.exec(text)?.[1]) + 1)
      .filter((rows) => !Number.isNaN(rows));
  expect(await looks('updatedAfter=2026-02-01T00:00:00Z')).toEqual([LOOKED_AT_FIRST]);
  expect(await looks(`updatedAfter=${SINCE}`)).toEqual([LOOKED_AT_FIRST, MAX_LOOKED_AT]);
});

it('pages that the first records fill follow each other without a gap', async () => {
  const query = '/v0/persons?updatedAfter=2026-02-01T00:00:00Z&createdBefore=2026-01-01T00:40:00Z&limit=100';
  const pages = await walk<Person>(strangerApi, query);
  const names = Array.from({ length: 2399 }, (_, at) => `P${2399 - at}`);
  expect(pages.flatMap(({ items }) => items.map(({ name }) => name))).toEqual(names);
});

it('in the order of the index, every page is full and the total is known', async () => {
  const { body } = await strangerApi.get(`${recent}&sort=updatedAt`).expect(200);
  expect(body.items.map(({ name }: Person) => name)).toHaveLength(RECENT.length);
  expect(body).toMatchObject({ hasMore: false, totalCount: RECENT.length });
});

it('a list whose total is always exact counts beyond what a page looks at', async () => {
  await service.pool.query(
    `insert into page (id, tenant_id, name, page_context, page_type, brand_id, actions, action_card_widgets,
       footer_links, scripts, blocks, status, audiences_made, search_text, created_at, updated_at)
     select gen_random_uuid(), $1, 'P' || n, '', 'custom', case n when 1 then 'rare' else 'b' end, '[]', '[]', '[]', '[]',
       '[]', 'draft', 0, 'p', timestamptz '2026-01-01' + n * interval '1 second', now()
     from generate_series(1, $2::int) n`,
    [service.stranger.id, MAX_LOOKED_AT + 2],
  );
  const pages = await walk<Person>(strangerApi, '/v0/pages?brandId=rare');
  expect(pages).toMatchObject([
    { items: [], hasMore: true, totalCount: 1 },
    { items: [{ name: 'P1' }], hasMore: false, totalCount: 1 },
  ]);
});
