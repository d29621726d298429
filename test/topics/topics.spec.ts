import { exampleId } from '../../src/shared/kernel/example-ids.js';
import type { TopicView } from '../../src/modules/topics/topics.dto.js';
import { useTestService } from '../support/test-service.js';
import { WIRE_TIME, unknownId } from '../support/api/wire-values.js';

const UNKNOWN = unknownId('topic');
const LARGEST = Number.MAX_SAFE_INTEGER;

const { service, api } = useTestService();

async function create(body: object): Promise<TopicView> {
  return (await api.post('/v0/topics', body).expect(201)).body as TopicView;
}

describe('POST /v0/topics', () => {
  it('makes a topic and answers it whole', async () => {
    const { body } = await api
      .post('/v0/topics', { title: 'Pricing', purpose: 'What it costs', sortOrder: 7 })
      .expect(201);
    expect(body).toEqual({
      topicId: expect.stringMatching(/^topic_[0-9a-z]{26}$/),
      title: 'Pricing',
      purpose: 'What it costs',
      sortOrder: 7,
      isDefault: false,
      createdAt: expect.stringMatching(WIRE_TIME),
      updatedAt: expect.stringMatching(WIRE_TIME),
      entries: [],
    });
    const read = await api.get(`/v0/topics/${body.topicId}`).expect(200);
    expect(read.body).toEqual(body);
  });

  it('puts a topic without a sort order last, and keeps the largest number exact', async () => {
    await create({ title: 'Far out', sortOrder: LARGEST - 1 });
    const next = await create({ title: 'Last' });
    expect(next.sortOrder).toBe(LARGEST);
    const shared = await create({ title: 'Also last' });
    expect(shared.sortOrder).toBe(LARGEST);
    const { body } = await api.get(`/v0/topics/${shared.topicId}`);
    expect(body.sortOrder).toBe(LARGEST);
  });

  it('takes a null purpose as none', async () => {
    expect((await create({ title: 'Plain', purpose: null })).purpose).toBeNull();
  });
});

describe('GET /v0/topics/{topic_id}', () => {
  it.each([
    UNKNOWN,
    'topic_x',
    'entry_01je7nqt00e008000000000008',
    '%F0%9F%98%80',
    'topic_' + '8'.repeat(26),
  ])('answers 404 for %s', async (id) => {
    const { body } = await api.get(`/v0/topics/${id}`).expect(404);
    expect(body.code).toBe('topic_not_found');
  });
});

describe('PATCH /v0/topics/{topic_id}', () => {
  it('changes what is given and leaves the rest', async () => {
    const topic = await create({ title: 'Before', purpose: 'Kept', sortOrder: 3 });
    const { body } = await api.patch(`/v0/topics/${topic.topicId}`, { title: 'After' }).expect(200);
    expect(body).toMatchObject({ title: 'After', purpose: 'Kept', sortOrder: 3, createdAt: topic.createdAt });
    expect((await api.get(`/v0/topics/${topic.topicId}`)).body).toEqual(body);
  });

  it.each([
    [{ title: '' }, '/title', 'too_short'],
    [{ title: null }, '/title', 'wrong_type'],
    [{ sortOrder: -1 }, '/sortOrder', 'out_of_range'],
    [{ sortOrder: LARGEST + 1 }, '/sortOrder', 'out_of_range'],
    [{ sortOrder: 1.5 }, '/sortOrder', 'wrong_type'],
    [{ sortOrder: '1' }, '/sortOrder', 'wrong_type'],
    [{ purpose: 'not changeable' }, '/purpose', 'unknown_property'],
    [{ topicId: UNKNOWN }, '/topicId', 'unknown_property'],
    [{ constructor: 1 }, '/constructor', 'unknown_property'],
  ])('refuses %j', async (change, pointer, code) => {
    const { body } = await api.patch(`/v0/topics/${exampleId('topic')}`, change).expect(400);
    expect(body.errors).toEqual([expect.objectContaining({ pointer, code })]);
  });

  it.each([{}, { title: 'x' }, { sortOrder: 0 }, { sortOrder: LARGEST }])('takes %j', async (change) => {
    const topic = await create({ title: 'Bounds' });
    const { body } = await api.patch(`/v0/topics/${topic.topicId}`, change).expect(200);
    expect(body).toMatchObject(change);
  });
});

describe('DELETE /v0/topics/{topic_id}', () => {
  it('answers the topic as it was, and then it is gone with its entries', async () => {
    const topic = await create({ title: 'Short-lived' });
    const entry = { content: { type: 'text', content: 'gone soon' } };
    const { body: made } = await api.post(`/v0/topics/${topic.topicId}/entries`, entry).expect(201);
    const { body } = await api.delete(`/v0/topics/${topic.topicId}`).expect(200);
    expect(body).toEqual({ ...topic, entries: [made] });
    await api.delete(`/v0/topics/${topic.topicId}`).expect(404);
    const { rows } = await service.pool.query('select 1 from topic_entry where content_text = $1', [
      'gone soon',
    ]);
    expect(rows).toEqual([]);
  });
});
