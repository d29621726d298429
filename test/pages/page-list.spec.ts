import type { PageView } from '../../src/modules/pages/dto/pages.dto.js';
import type { ListPage } from '../../src/shared/answers/list-page.js';
import { exampleId } from '../../src/shared/kernel/example-ids.js';
import { startTestService, useTestService } from '../support/test-service.js';
import { walk } from '../support/api/walk.js';
import { Records } from './records.js';

const COUNT = 24;
const TYPES = ['inbound', 'outbound', 'custom'];

const { api, strangerApi } = useTestService();
const records = new Records(strangerApi);
/** Newest first. */
let made: PageView[];

beforeAll(async () => {
  made = [];
  for (let number = 0; number < COUNT; number++) {
    const page = await records.page({ name: `Page ${number % 4}`, pageType: TYPES[number % 3] });
    if (number % 4 === 0) await records.audience({}, page.pageId);
    if (number % 4 === 1) await strangerApi.post(`/v0/pages/${page.pageId}/archive`, {}).expect(200);
    made.unshift(await records.read<PageView>(`/v0/pages/${page.pageId}`));
  }
});

const list = (query = '') => records.read<ListPage<PageView>>(`/v0/pages?${query}`);
const found = async (query: string) => {
  const { items } = await list(`query=${encodeURIComponent(query)}`);
  return items.map(({ name }) => name).sort();
};

describe('GET /v0/pages', () => {
  it('answers the newest first, as each is read alone', async () => {
    const { items, ...rest } = await list();
    expect(items).toEqual(made.slice(0, 20));
    expect(rest).toEqual({ hasMore: true, nextCursor: expect.any(String), totalCount: COUNT });
  });

  it('finds pages by their ids, without those that are no more', async () => {
    const [first, second, third] = made as [PageView, PageView, PageView];
    const ids = [third.pageId, exampleId('page'), 'page_1', first.pageId];
    expect((await list(`pageIds=${ids.join()}`)).items).toEqual([first, third]);
    expect((await list(`pageIds=${ids.join()}&status=archived`)).items).toEqual(
      [first, third].filter(({ status }) => status === 'archived'),
    );
    expect((await list(`pageIds=${second.pageId}`)).totalCount).toBe(1);
    const { body } = await api.get(`/v0/pages?pageIds=${first.pageId},${third.pageId}`).expect(200);
    expect(body).toMatchObject({ items: [], totalCount: 0 });
  });

  it.each(['status=archived', 'pageType=custom'])('has %s in the order of changes', async (filter) => {
    const { items } = await list(`${filter}&sort=-updatedAt`);
    const changed = items.map(({ updatedAt }) => updatedAt);
    expect(changed.length).toBeGreaterThan(2);
    expect(changed).toEqual([...changed].sort().reverse());
    const [name, value] = filter.split('=') as ['status', string];
    expect(new Set(items.map((page) => page[name]))).toEqual(new Set([value]));
  });

  it.each([
    ['', () => true],
    ['status=draft', (page: PageView) => page.status === 'draft'],
    ['status=published', (page: PageView) => page.status === 'published'],
    ['status=archived', (page: PageView) => page.status === 'archived'],
    ['pageType=custom', (page: PageView) => page.pageType === 'custom'],
    ['pageType=call_followup', () => false],
    ['query=PAGE%202', (page: PageView) => page.name === 'Page 2'],
    [
      'status=draft&pageType=inbound&query=e%203',
      (page: PageView) => page.status === 'draft' && page.pageType === 'inbound' && page.name === 'Page 3',
    ],
  ])('walked with %p has those and no others', async (query, fits) => {
    const expected = made.filter(fits);
    for (const limit of [1, 5, COUNT]) {
      const pages = await walk<PageView>(strangerApi, `/v0/pages?${query}&limit=${limit}`);
      expect(pages.flatMap(({ items }) => items)).toEqual(expected);
      expect(pages.map(({ totalCount }) => totalCount)).toEqual(pages.map(() => expected.length));
      expect(pages.at(-1)).toMatchObject({ hasMore: false, nextCursor: null });
    }
  });

  it('takes a cursor only with the filter that it was given for', async () => {
    const { nextCursor } = await list('limit=1&status=draft');
    for (const other of ['', 'status=archived', 'status=draft&pageType=inbound', 'status=draft&query=p']) {
      const { body } = await strangerApi.get(`/v0/pages?cursor=${nextCursor}&${other}`).expect(400);
      expect(body.code).toBe('invalid_cursor');
    }
  });

  it.each([
    ['status=live', 'status'],
    ['status=', 'status'],
    ['pageType=Inbound', 'pageType'],
    ['query=', 'query'],
    ['query=a&query=b', 'query'],
    ['query=%00', 'query'],
    ['limit=0', 'limit'],
    ['limit=101', 'limit'],
    ['name=x', 'name'],
  ])('refuses %s', async (query, parameter) => {
    const { body } = await strangerApi.get(`/v0/pages?${query}`).expect(400);
    expect(body.errors).toContainEqual(expect.objectContaining({ parameter }));
  });

  it('is empty for a tenant that has none', async () => {
    const lonely = await startTestService();
    const { body } = await lonely.stranger.api.get('/v0/pages').expect(200);
    expect(body).toEqual({ items: [], hasMore: false, nextCursor: null, totalCount: 0 });
    await lonely.close();
  });
});

describe('a search for pages', () => {
  beforeAll(async () => {
    const names = ['100% sure', '100 sure', 'snake_case', 'snakeXcase', 'back\\slash', 'backslash', 'ÄRGER'];
    for (const name of names) await records.page({ name });
    await records.page({ name: 'Titled', metadata: { title: 'Hidden Gem', description: 'not looked at' } });
  });

  it.each([
    ['100%', ['100% sure']],
    ['%', ['100% sure']],
    ['snake_case', ['snake_case']],
    ['_', ['snake_case']],
    ['k\\s', ['back\\slash']],
    ['\\', ['back\\slash']],
    ['\\%', []],
    ['ärger', ['ÄRGER']],
    ['den gem', ['Titled']],
    ['titled', ['Titled']],
    ['looked at', []],
    ['SURE', ['100 sure', '100% sure']],
  ])('for %j finds %j', async (query, names) => {
    expect(await found(query)).toEqual(names);
  });

  it('follows changes of name and title', async () => {
    const { pageId } = await records.page({ name: 'Before', metadata: { title: 'Old heading' } });
    await strangerApi
      .patch(`/v0/pages/${pageId}`, { name: 'After', metadata: { title: 'New heading' } })
      .expect(200);
    expect(await found('before')).toEqual([]);
    expect(await found('old heading')).toEqual([]);
    expect(await found('after')).toEqual(['After']);
    await strangerApi.patch(`/v0/pages/${pageId}`, { metadata: null }).expect(200);
    expect(await found('new heading')).toEqual([]);
  });

  it('has an operation of its own, which needs a text', async () => {
    const answer = await strangerApi.get('/v0/pages/search?query=snake_').expect(200);
    expect(answer.body.items.map(({ name }: PageView) => name)).toEqual(['snake_case']);
    const { body } = await strangerApi.get('/v0/pages/search').expect(400);
    expect(body.errors).toEqual([expect.objectContaining({ parameter: 'query', code: 'required' })]);
  });
});
