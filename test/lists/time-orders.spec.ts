import type { ListPage } from '../../src/shared/answers/list-page.js';
import { formOf, sendForm } from '../assets/support.js';
import { apiClient } from '../support/api/api-client.js';
import { useTestService } from '../support/test-service.js';
import { walk } from '../support/api/walk.js';

interface Timed {
  createdAt: string;
  updatedAt: string;
}

interface TimedList {
  path: string;
  table: string;
  /** Whether the list has its newest record first if nothing else is asked for. */
  isNewestFirst: boolean;
  make: (number: number) => Promise<string>;
}

const { service, api, strangerApi } = useTestService();

const ids = { page: '', audience: '' };

beforeAll(async () => {
  ids.page = (await strangerApi.post('/v0/pages', PAGE).expect(201)).body.pageId;
  const audience = await strangerApi.post(`/v0/pages/${ids.page}/audiences`, {}).expect(201);
  ids.audience = audience.body.audienceId;
});

const PAGE = {
  ...{ name: 'A page', pageContext: 'C', pageType: 'custom', brandId: 'b' },
  ...{ actions: [], actionCardWidgets: [], scripts: [] },
};

const COUNT = 7;

async function posted(path: string, body: object, id: string): Promise<string> {
  return (await strangerApi.post(path, body).expect(201)).body[id] as string;
}

const LISTS: readonly TimedList[] = [
  {
    ...{ path: '/v0/persons', table: 'person', isNewestFirst: true },
    make: (n) => posted('/v0/persons', { name: `Person ${n}` }, 'personId'),
  },
  {
    ...{ path: '/v0/accounts', table: 'account', isNewestFirst: true },
    make: (n) => posted('/v0/accounts', { domain: `d${n}.example` }, 'accountId'),
  },
  {
    ...{ path: '/v0/pages', table: 'page', isNewestFirst: true },
    make: () => posted('/v0/pages', PAGE, 'pageId'),
  },
  {
    ...{ path: '/v0/audiences', table: 'audience', isNewestFirst: true },
    make: () => posted(`/v0/pages/${ids.page}/audiences`, {}, 'audienceId'),
  },
  {
    ...{ path: '/v0/page_links', table: 'page_link', isNewestFirst: true },
    make: (n) => posted('/v0/page_links', linkOf(n), 'pageLinkId'),
  },
  {
    ...{ path: '/v0/topics', table: 'topic', isNewestFirst: false },
    make: (n) => posted('/v0/topics', { title: `T${n}`, sortOrder: (n * 3) % 7 }, 'topicId'),
  },
  { path: '/v0/assets', table: 'asset', isNewestFirst: true, make: uploaded },
];

const linkOf = (n: number) => ({
  path: `/timed/${n}`,
  target: { targetType: 'audience', audienceId: ids.audience },
});

async function uploaded(n: number): Promise<string> {
  const answer = await sendForm(service, service.stranger, formOf({ fields: { name: `Asset ${n}` } }));
  expect(answer.status).toBe(201);
  return ((await answer.json()) as { assetId: string }).assetId;
}

const FIRST = Date.parse('2026-01-01T00:00:00Z');
const HOUR = 3_600_000;
const at = (hours: number) => `+${FIRST + hours * HOUR}`;

/** Sets the times: created one after the other, two at a time, and changed the other way round, three at a time. */
async function spreadTimes(table: string): Promise<void> {
  await service.pool.query(
    `update ${table} t set
       created_at = $2::timestamptz + floor((n - 1) / 2) * interval '1 hour',
       updated_at = $2::timestamptz + (100 - floor((n - 1) / 3)) * interval '1 hour'
     from (select id, row_number() over (order by created_at, id) as n from ${table} where tenant_id = $1) numbered
     where t.tenant_id = $1 and t.id = numbered.id`,
    [service.stranger.id, new Date(FIRST)],
  );
}

describe.each(LISTS)('GET $path', ({ path, table, make, isNewestFirst }) => {
  let all: Timed[];

  beforeAll(async () => {
    for (let number = 1; number <= COUNT; number++) await make(number);
    await spreadTimes(table);
    all = ((await strangerApi.get(`${path}?limit=100`).expect(200)).body as ListPage<Timed>).items;
    expect(all.length).toBeGreaterThanOrEqual(COUNT);
  });

  const walked = async (query: string) => {
    const pages = await walk<Timed>(strangerApi, `${path}?limit=2&${query}`);
    return {
      items: pages.flatMap(({ items }) => items),
      totals: new Set(pages.map((page) => page.totalCount)),
    };
  };

  const timesOf = (items: readonly Timed[], field: keyof Timed) => items.map((item) => item[field]);

  it.each(['createdAt', 'updatedAt'] as const)('is sorted by %s, in both directions', async (field) => {
    const up = await walked(`sort=${field}`);
    expect(timesOf(up.items, field)).toEqual(timesOf(all, field).sort());
    expect(new Set(up.items.map((item) => JSON.stringify(item))).size).toBe(all.length);
    const down = await walked(`sort=-${field}`);
    expect(down.items).toEqual(up.items.toReversed());
    expect(up.totals).toEqual(new Set([all.length]));
  });

  it('keeps its order without sort', async () => {
    const { items } = await walked('');
    if (isNewestFirst) expect(items).toEqual((await walked('sort=-createdAt')).items);
    else expect(items).not.toEqual((await walked('sort=-createdAt')).items);
  });

  it.each(['', 'sort=updatedAt', 'sort=createdAt'])('is limited to times: %s', async (sort) => {
    const expected = (query: string, test: (item: Timed) => boolean) =>
      walked(`${sort}&${query}`).then(({ items, totals }) => {
        const wanted = all.filter(test);
        expect(wanted.length).toBeGreaterThan(0);
        expect(wanted.length).toBeLessThan(all.length);
        expect(items.map((item) => JSON.stringify(item)).sort()).toEqual(
          wanted.map((item) => JSON.stringify(item)).sort(),
        );
        expect(totals).toEqual(new Set([wanted.length]));
      });
    const bound = (text: string) => encodeURIComponent(text);
    await expected(`createdAfter=${bound(at(1))}`, ({ createdAt }) => createdAt >= at(1));
    await expected(`createdBefore=${bound(at(1))}`, ({ createdAt }) => createdAt < at(1));
    await expected(`updatedAfter=${bound(at(99))}`, ({ updatedAt }) => updatedAt >= at(99));
    await expected(`updatedBefore=2026-01-05T03:00:00Z`, ({ updatedAt }) => updatedAt < at(99));
    await expected(
      `createdAfter=${bound(at(1))}&updatedAfter=${bound(at(99))}`,
      ({ createdAt, updatedAt }) => createdAt >= at(1) && updatedAt >= at(99),
    );
  });

  it('binds a cursor to the order and the filters', async () => {
    const { nextCursor } = (await strangerApi.get(`${path}?limit=1&sort=updatedAt`).expect(200)).body;
    expect(nextCursor).not.toBeNull();
    for (const query of [
      '',
      'sort=-updatedAt',
      'sort=createdAt',
      `sort=updatedAt&updatedAfter=%2B1763164800000`,
    ]) {
      const { body } = await strangerApi.get(`${path}?${query}&cursor=${nextCursor}`).expect(400);
      expect(body.errors).toMatchObject([{ parameter: 'cursor', code: 'invalid_cursor' }]);
    }
    const { body } = await api.get(`${path}?limit=1&sort=updatedAt&cursor=${nextCursor}`).expect(400);
    expect(body.code).toBe('invalid_cursor');
  });

  it('has nothing of other tenants', async () => {
    const other = apiClient(service.url, service.home.key);
    const { body } = await other.get(`${path}?limit=100&sort=updatedAt`).expect(200);
    const own = new Set(all.map((item) => JSON.stringify(item)));
    expect((body as ListPage<Timed>).items.filter((item) => own.has(JSON.stringify(item)))).toEqual([]);
  });

  it('refuses another order', async () => {
    const { body } = await strangerApi.get(`${path}?sort=name`).expect(400);
    expect(body.errors).toMatchObject([{ parameter: 'sort' }]);
    expect(body.errors[0].message).toContain('-updatedAt');
  });
});

it('a record that is changed during a walk comes again at its end', async () => {
  const path = '/v0/persons?sort=updatedAt&limit=3';
  const first = (await strangerApi.get(path).expect(200)).body;
  const last = first.items.at(-1).personId as string;
  const [next] = (await strangerApi.get(`/v0/persons?sort=updatedAt&limit=100`)).body.items.slice(3);
  await strangerApi.patch(`/v0/persons/${next.personId}`, { name: 'Changed' }).expect(200);
  await strangerApi.patch(`/v0/persons/${last}`, { name: 'Changed, too' }).expect(200);
  const rest: string[] = [];
  for (let cursor = first.nextCursor as string | null; cursor !== null;) {
    const { body } = await strangerApi.get(`${path}&cursor=${cursor}`).expect(200);
    rest.push(...(body.items as { personId: string }[]).map(({ personId }) => personId));
    cursor = body.nextCursor;
  }
  expect(rest.slice(-2)).toEqual([next.personId, last]);
});
