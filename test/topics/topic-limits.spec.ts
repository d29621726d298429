import { useTestService } from '../support/test-service.js';

const { service, api } = useTestService();
let path: string;

beforeEach(async () => {
  const { body } = await api.post('/v0/topics', { title: 'Filled' }).expect(201);
  path = `/v0/topics/${body.topicId}/entries`;
});

const text = (length: number) => ({ content: { type: '', content: 'é'.repeat(length / 2) } });

describe('a topic', () => {
  it('holds a thousand entries', async () => {
    const { body: first } = await api.post(path, text(2)).expect(201);
    await service.pool.query(
      `insert into topic_entry select gen_random_uuid(), tenant_id, topic_id, n, 'text', 'x', created_at, updated_at
       from topic_entry, generate_series(1, 998) n where content_text = 'é' and topic_id =
         (select id from topic order by id desc limit 1)`,
    );
    await api.post(path, text(2)).expect(201);
    const { body } = await api.post(path, text(2)).expect(409);
    expect(body.code).toBe('topic_full');
    await api.patch(`${path}/${first.topicEntryId}`, text(4)).expect(200);
    await api.delete(`${path}/${first.topicEntryId}`).expect(200);
    await api.post(path, text(2)).expect(201);
  });

  it('holds a mebibyte of content', async () => {
    const { body: first } = await api.post(path, text(600_000)).expect(201);
    await api.post(path, text(448_576)).expect(201);
    expect((await api.post(path, text(2)).expect(409)).body.code).toBe('topic_full');
    const entry = `${path}/${first.topicEntryId}`;
    await api.patch(entry, text(600_002)).expect(409);
    await api.patch(entry, { sortOrder: 3 }).expect(200);
    await api.patch(entry, text(599_998)).expect(200);
    await api.post(path, text(2)).expect(201);
  });
});
