import type { TopicEntryView, TopicView } from '../../src/modules/topics/topics.dto.js';
import { AT_ONCE, atOnce, MANY_CONNECTIONS } from '../support/api/at-once.js';
import { useTestService } from '../support/test-service.js';

const { service, strangerApi } = useTestService(MANY_CONNECTIONS);

async function defaults(): Promise<string[]> {
  const { body } = await strangerApi.get('/v0/topics?limit=100').expect(200);
  return (body.items as TopicView[]).filter((topic) => topic.isDefault).map((topic) => topic.topicId);
}

describe('parallel requests', () => {
  it('make topics one after the other, of which one is the default', async () => {
    const answers = await atOnce(service, (index) => strangerApi.post('/v0/topics', { title: `T${index}` }));
    expect(answers.map((answer) => answer.status)).toEqual(Array(AT_ONCE).fill(201));
    const orders = answers.map((answer) => (answer.body as TopicView).sortOrder).sort((a, b) => a - b);
    expect(orders).toEqual(Array.from({ length: AT_ONCE }, (_, index) => index));
    expect(await defaults()).toHaveLength(1);
  });

  it('delete the default topic once, and one of those left takes its place', async () => {
    const [before] = await defaults();
    const answers = await atOnce(service, () => strangerApi.delete(`/v0/topics/${before}`));
    expect(answers.map((answer) => answer.status).sort()).toEqual([200, ...Array(AT_ONCE - 1).fill(404)]);
    const after = await defaults();
    expect(after).toHaveLength(1);
    expect(after[0]).not.toBe(before);
  });

  it('add entries each with a place of its own', async () => {
    const { api } = service.home;
    const { body: topic } = await api.post('/v0/topics', { title: 'Crowded' }).expect(201);
    const path = `/v0/topics/${topic.topicId}/entries`;
    const answers = await atOnce(service, (index) =>
      api.post(path, { content: { type: 'text', content: `${index}` } }),
    );
    const orders = answers.map((answer) => (answer.body as TopicEntryView).sortOrder).sort((a, b) => a - b);
    expect(orders).toEqual(Array.from({ length: AT_ONCE }, (_, index) => index));
  });

  it('with the same If-Match let one change through', async () => {
    const { api } = service.home;
    const { body: topic, headers } = await api.post('/v0/topics', { title: 'Contested' }).expect(201);
    const answers = await atOnce(service, (index) =>
      api.patch(`/v0/topics/${topic.topicId}`, { title: `Mine ${index}` }).set('if-match', headers.etag!),
    );
    expect(answers.map((answer) => answer.status).sort()).toEqual([200, ...Array(AT_ONCE - 1).fill(412)]);
  });

  it('of every kind on one topic never fail on our side', async () => {
    const { api } = service.home;
    const { body: topic } = await api.post('/v0/topics', { title: 'Fought over' }).expect(201);
    const path = `/v0/topics/${topic.topicId}`;
    const kinds = [
      () => api.patch(path, { title: 'x' }),
      () => api.post(`${path}/entries`, { content: { type: 'text', content: 'x' } }),
      () => api.get(path),
      () => api.delete(path),
      () => api.post('/v0/topics', { title: 'y' }),
    ];
    const answers = await atOnce(service, (index) => kinds[index % kinds.length]!());
    expect(answers.filter((answer) => answer.status >= 500)).toEqual([]);
  });
});
