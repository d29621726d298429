import { MAX_ENTRIES } from '../../src/modules/topics/topic-limits.js';
import type { TopicEntryView } from '../../src/modules/topics/topics.dto.js';
import { uuidOf } from '../../src/shared/kernel/ids.js';
import { resultsOf, statusesOf } from '../support/api/batches.js';
import { HeldTransaction } from '../support/database/held-transaction.js';
import { recordedTypes } from '../support/recorded-events.js';
import { useTestService } from '../support/test-service.js';

const { service, api, strangerApi } = useTestService();

const newTopic = async () =>
  ((await api.post('/v0/topics', { title: 'Batched' }).expect(201)).body as { topicId: string }).topicId;
const item = (text: string, sortOrder?: number) => ({
  content: { type: 'text', content: text },
  ...(sortOrder !== undefined && { sortOrder }),
});
const batch = (topicId: string, items: object[], options: object = {}) =>
  api.post(`/v0/topics/${topicId}/entries/batch`, { items, ...options });
const entriesOf = async (topicId: string) =>
  (await api.get(`/v0/topics/${topicId}`).expect(200)).body.entries as TopicEntryView[];

describe('POST /v0/topics/{topic_id}/entries/batch', () => {
  it('adds entries with their events; those without `sortOrder` become the last ones', async () => {
    const topicId = await newTopic();
    await api.post(`/v0/topics/${topicId}/entries`, item('first', 5)).expect(201);
    const answer = await batch(topicId, [item('a'), item('b', 20), item('c'), item('d', 1)]).expect(200);
    expect(statusesOf(answer)).toEqual([201, 201, 201, 201]);
    const records = resultsOf<TopicEntryView>(answer).map(({ record }) => record!);
    expect(records.map(({ sortOrder }) => sortOrder)).toEqual([6, 20, 21, 1]);
    const [d, , a, b, c] = await entriesOf(topicId);
    expect([a, b, c, d]).toEqual(records);
    const types = await recordedTypes(service, { topicId });
    expect(types.filter((type) => type === 'topic.entry.created')).toHaveLength(5);
  });

  it('fills a topic up to its limit', async () => {
    const topicId = await newTopic();
    await batch(topicId, Array<object>(500).fill(item('x'))).expect(200);
    await batch(topicId, Array<object>(499).fill(item('x'))).expect(200);
    const { body } = await batch(topicId, [item('last'), item('too many')]).expect(409);
    expect(body).toMatchObject({ code: 'topic_full', errors: [{ pointer: '/items/1' }] });
    const answer = await batch(topicId, [item('last'), item('too many')], { mode: 'each' }).expect(200);
    expect(statusesOf(answer)).toEqual([201, 409]);
    expect(await entriesOf(topicId)).toHaveLength(MAX_ENTRIES);
  });

  it('counts the bytes of the items before', async () => {
    const topicId = await newTopic();
    const items = Array.from({ length: 2 }, () => item('x'.repeat(400_000)));
    await batch(topicId, items).expect(200);
    const more = [item('x'.repeat(200_000)), item('x'.repeat(200_000)), item('small')];
    expect(statusesOf(await batch(topicId, more, { mode: 'each' }).expect(200))).toEqual([201, 409, 201]);
  });

  it('finds no topic of another tenant', async () => {
    const topicId = await newTopic();
    const { body } = await strangerApi
      .post(`/v0/topics/${topicId}/entries/batch`, { items: [item('x')], mode: 'each' })
      .expect(404);
    expect(body.code).toBe('topic_not_found');
    expect(await entriesOf(topicId)).toEqual([]);
  });

  it('waits for another change of the topic', async () => {
    const topicId = await newTopic();
    const uuid = uuidOf('topic', topicId);
    const held = await HeldTransaction.begin(service, 'delete from topic where id = $1', [uuid]);
    const { body } = await held.commitAheadOf(batch(topicId, [item('x')]).expect(404));
    expect(body.code).toBe('topic_not_found');
  });
});
