import type { TopicTitleView, TopicView } from '../../src/modules/topics/topics.dto.js';
import type { ListPage } from '../../src/shared/answers/list-page.js';
import { exampleId } from '../../src/shared/kernel/example-ids.js';
import { statementsOf } from '../support/database/statements.js';
import { useTestService } from '../support/test-service.js';
import { walk } from '../support/api/walk.js';

const { service, api, strangerApi } = useTestService();

async function newTopic(title: string, entries = 0): Promise<TopicView> {
  const { body } = await strangerApi.post('/v0/topics', { title }).expect(201);
  const { topicId } = body as TopicView;
  const items = Array.from({ length: entries }, (_, at) => ({ content: { type: 'text', content: `${at}` } }));
  if (entries > 0) await strangerApi.post(`/v0/topics/${topicId}/entries/batch`, { items }).expect(200);
  return (await strangerApi.get(`/v0/topics/${topicId}`).expect(200)).body as TopicView;
}

async function titles(query = ''): Promise<ListPage<TopicTitleView>> {
  return (await strangerApi.get(`/v0/topics/titles?${query}`).expect(200)).body as ListPage<TopicTitleView>;
}

const named = async (query: string) => (await titles(query)).items.map(({ title }) => title);

describe('GET /v0/topics/titles', () => {
  const made: TopicView[] = [];

  beforeAll(async () => {
    for (const title of ['Ägypten', 'ΟΔΥΣΣΕΥΣ', 'Plain 日本語', 'Mixed 100% CASE'])
      made.push(await newTopic(title, made.length * 2));
  });

  it('has topics as the list has them, with the number of their entries instead of these', async () => {
    const { body } = await strangerApi.get('/v0/topics').expect(200);
    const { items, ...page } = body as ListPage<TopicView>;
    const expected = items.map(({ entries, ...topic }) => ({ ...topic, entriesCount: entries.length }));
    expect(await titles()).toEqual({ ...page, items: expected });
    expect(expected.map(({ entriesCount }) => entriesCount)).toEqual([0, 2, 4, 6]);
  });

  it('is walked in the orders of lists, with a cursor of its own', async () => {
    const pages = await walk<TopicTitleView>(strangerApi, '/v0/topics/titles?limit=3&sort=-createdAt');
    const walked = pages.flatMap(({ items }) => items.map(({ topicId }) => topicId));
    expect(walked).toEqual(made.map(({ topicId }) => topicId).reverse());
    const { nextCursor } = await titles('limit=1&query=a');
    const { nextCursor: ofTopics } = (await strangerApi.get('/v0/topics?limit=1')).body;
    for (const query of [
      `limit=1&cursor=${nextCursor}`,
      `limit=1&query=b&cursor=${nextCursor}`,
      `cursor=${ofTopics}`,
    ]) {
      const { body } = await strangerApi.get(`/v0/topics/titles?${query}`).expect(400);
      expect(body.code).toBe('invalid_cursor');
    }
  });

  it.each([
    ['ägy', ['Ägypten']],
    ['A\u0308GYPTEN', ['Ägypten']],
    ['οδυσσευς', ['ΟΔΥΣΣΕΥΣ']],
    ['本', ['Plain 日本語']],
    ['0% c', ['Mixed 100% CASE']],
    ['%a', []],
    ['ed', ['Mixed 100% CASE']],
  ])('finds by %j', async (query, expected) => {
    expect(await named(`query=${encodeURIComponent(query)}`)).toEqual(expected);
  });

  it('finds topics by their ids, without those that are no more', async () => {
    const ids = [made[3]!.topicId, exampleId('topic'), 'topic_1', made[0]!.topicId];
    expect(await named(`topicIds=${ids.join()}`)).toEqual(['Ägypten', 'Mixed 100% CASE']);
    expect(await named(`topicIds=${ids.join(', ')}&query=case`)).toEqual(['Mixed 100% CASE']);
    expect(await named('topicIds=')).toEqual([]);
  });

  it('refuses ids of another kind, too many of them, and what no index serves', async () => {
    const { topicId } = made[0]!;
    for (const [query, code] of [
      [`topicIds=${topicId},${exampleId('page')}`, 'wrong_kind'],
      [`topicIds=${topicId}&topicIds=${topicId}`, 'wrong_type'],
      [`topicIds=${Array(101).fill(topicId).join()}`, 'too_many'],
      [`topicIds=${topicId}&sort=createdAt`, 'not_combinable'],
      ['query=', 'too_short'],
    ]) {
      const { body } = await strangerApi.get(`/v0/topics/titles?${query}`).expect(400);
      expect(body.errors).toEqual([expect.objectContaining({ code })]);
    }
  });

  it('shows a tenant only its own topics', async () => {
    const ids = made.map(({ topicId }) => topicId).join();
    const { body } = await api.get(`/v0/topics/titles?topicIds=${ids}`).expect(200);
    expect(body).toMatchObject({ items: [], totalCount: 0 });
  });

  it('reads no text of an entry', async () => {
    const sent = await statementsOf(service)(() => titles());
    expect(sent).toHaveLength(1);
    expect(sent[0]!.text).not.toContain('content');
  });
});
