import type { TopicView } from '../../src/modules/topics/topics.dto.js';
import { newUuid, uuidOf } from '../../src/shared/kernel/ids.js';
import { HeldTransaction } from '../support/database/held-transaction.js';
import { useTestService } from '../support/test-service.js';

const { service, api, strangerApi } = useTestService();

const create = async (body: object) => (await api.post('/v0/topics', body).expect(201)).body as TopicView;
const uuidIn = ({ topicId }: TopicView) => uuidOf('topic', topicId)!;
const CONTENT = { type: 'text', content: 'x' };

describe('while another process is at the topics of the tenant,', () => {
  it('a new topic waits, and comes after the one that is made there', async () => {
    const held = await HeldTransaction.ofMatter(service, 'topics', service.stranger);
    await held.query(
      `insert into topic (id, tenant_id, title, sort_order, is_default, created_at, updated_at)
       values ($1, $2, 'Theirs', 7, true, now(), now())`,
      [newUuid(), service.stranger.id],
    );
    const { body } = await held.commitAheadOf(strangerApi.post('/v0/topics', { title: 'Mine' }).expect(201));
    expect(body).toMatchObject({ sortOrder: 8, isDefault: false });
  });

  it('the deletion of the default topic waits, and appoints none that is deleted there', async () => {
    const { items } = (await api.get('/v0/topics?limit=100').expect(200)).body as { items: TopicView[] };
    const former = items.find(({ isDefault }) => isDefault)!;
    const first = await create({ title: 'First', sortOrder: former.sortOrder });
    const second = await create({ title: 'Second', sortOrder: former.sortOrder });
    const held = await HeldTransaction.ofMatter(service, 'topics');
    await held.query('delete from topic where id = $1', [uuidIn(first)]);
    await held.commitAheadOf(api.delete(`/v0/topics/${former.topicId}`).expect(200));
    expect((await api.get(`/v0/topics/${second.topicId}`).expect(200)).body.isDefault).toBe(true);
  });
});

describe('while another process has locked a topic,', () => {
  let topic: TopicView;
  let held: HeldTransaction;

  beforeEach(async () => {
    topic = await create({ title: 'Locked' });
    held = await HeldTransaction.begin(service, 'select from topic where id = $1 for update', [
      uuidIn(topic),
    ]);
  });

  it('a new entry waits, and comes after the one that is made there', async () => {
    await held.query(
      `insert into topic_entry (id, tenant_id, topic_id, sort_order, content_type, content_text, created_at, updated_at)
       values ($1, $2, $3, 7, 'text', 'theirs', now(), now())`,
      [newUuid(), service.home.id, uuidIn(topic)],
    );
    const mine = api.post(`/v0/topics/${topic.topicId}/entries`, { content: CONTENT }).expect(201);
    expect((await held.commitAheadOf(mine)).body.sortOrder).toBe(8);
  });

  it('a new entry waits, and is refused where the topic is deleted there', async () => {
    await held.query('delete from topic where id = $1', [uuidIn(topic)]);
    const mine = api.post(`/v0/topics/${topic.topicId}/entries`, { content: CONTENT }).expect(404);
    expect((await held.commitAheadOf(mine)).body.code).toBe('topic_not_found');
  });
});
