import type { TopicView } from '../../src/modules/topics/topics.dto.js';
import type { ListPage } from '../../src/shared/answers/list-page.js';
import { startTestService, useTestService } from '../support/test-service.js';
import { walk } from '../support/api/walk.js';

const COUNT = 45;

const { service, strangerApi: api } = useTestService();

beforeAll(async () => {
  for (let made = 0; made < COUNT; made++) {
    await api.post('/v0/topics', { title: `Topic ${made}`, sortOrder: made % 7 }).expect(201);
  }
});

async function page(query: string): Promise<ListPage<TopicView>> {
  return (await api.get(`/v0/topics?${query}`).expect(200)).body as ListPage<TopicView>;
}

describe('GET /v0/topics', () => {
  it('answers 20 unless told otherwise', async () => {
    const first = await page('');
    expect(first.items).toHaveLength(20);
    expect(first).toMatchObject({ hasMore: true, totalCount: COUNT, nextCursor: expect.any(String) });
  });

  it.each([1, 7, 44, 45, 100])('is walked without gap or repeat in pages of %i', async (limit) => {
    const pages = await walk<TopicView>(api, `/v0/topics?limit=${limit}`);
    const items = pages.flatMap((each) => each.items);
    const sorted = [...items].sort((a, b) => a.sortOrder - b.sortOrder || (a.topicId < b.topicId ? -1 : 1));
    expect(items).toEqual(sorted);
    expect(new Set(items.map((topic) => topic.topicId)).size).toBe(COUNT);
    expect(pages.at(-1)).toMatchObject({ hasMore: false, nextCursor: null });
    expect(pages.every((each) => each.totalCount === COUNT)).toBe(true);
  });

  it('goes on from where it was, whatever was added or deleted meanwhile', async () => {
    const first = await page('limit=10');
    const { body: added } = await api.post('/v0/topics', { title: 'Before all', sortOrder: 0 });
    const gone = first.items.at(-1)!;
    await api.delete(`/v0/topics/${gone.topicId}`).expect(200);
    const second = await page(`limit=10&cursor=${first.nextCursor}`);
    const seen = [...first.items, ...second.items].map((topic) => topic.topicId);
    expect(new Set(seen).size).toBe(20);
    await api.delete(`/v0/topics/${added.topicId}`).expect(200);
    await api.post('/v0/topics', { title: gone.title, sortOrder: gone.sortOrder }).expect(201);
  });

  it('is empty for a tenant that has none', async () => {
    const lonely = await startTestService();
    const { body } = await lonely.stranger.api.get('/v0/topics').expect(200);
    expect(body).toEqual({ items: [], hasMore: false, nextCursor: null, totalCount: 0 });
    await lonely.close();
  });

  it.each([
    'limit=0',
    'limit=101',
    'limit=-1',
    'limit=1.5',
    'limit=1e1',
    'limit=abc',
    'limit=',
    'limit=5&limit=6',
  ])('refuses %s', async (query) => {
    const { body } = await api.get(`/v0/topics?${query}`).expect(400);
    expect(body.errors[0]).toMatchObject({ parameter: 'limit' });
  });

  it('refuses a cursor that was tampered with, is from another tenant, or never was one', async () => {
    const { nextCursor } = await page('limit=5');
    const flipped = (nextCursor![0] === 'A' ? 'B' : 'A') + nextCursor!.slice(1);
    for (const cursor of [
      flipped,
      nextCursor!.slice(0, -2),
      `${nextCursor}A`,
      'x',
      encodeURIComponent('ü='),
    ]) {
      const { body } = await api.get(`/v0/topics?cursor=${cursor}`).expect(400);
      expect(body.code).toBe('invalid_cursor');
    }
    const { body } = await service.home.api.get(`/v0/topics?cursor=${nextCursor}`).expect(400);
    expect(body.code).toBe('invalid_cursor');
  });
});
