import type { WebhookSubscriptionView } from '../../../src/modules/webhooks/subscriptions/webhooks.dto.js';
import type { ListPage } from '../../../src/shared/answers/list-page.js';
import { HeldTransaction } from '../../support/database/held-transaction.js';
import { useTestService } from '../../support/test-service.js';

const LIST = '/v0/webhook_subscriptions';
const ASKED = { url: 'https://hooks.example.com/a', events: ['form.submitted'] };
const PARALLEL = 30;

const { service, strangerApi: api } = useTestService();

beforeAll(async () => {
  for (let made = 0; made < 95; made++) await api.post(LIST, ASKED).expect(201);
});

async function deleteNewest(count: number): Promise<void> {
  const { items } = (await api.get(LIST).expect(200)).body as ListPage<WebhookSubscriptionView>;
  for (const { subscriptionId } of items.slice(0, count))
    await api.delete(`${LIST}/${subscriptionId}`).expect(200);
}

describe('subscriptions of a tenant', () => {
  it.each([1, 2, 3])('are a hundred at most, also when many are made at once, time %i', async (round) => {
    if (round > 1) await deleteNewest(5);
    const answers = await Promise.all(Array.from({ length: PARALLEL }, () => api.post(LIST, ASKED)));
    const codes = answers.map(({ status, body }) => (status === 201 ? 'made' : body.code)).sort();
    expect(codes).toEqual([
      ...Array<string>(5).fill('made'),
      ...Array<string>(PARALLEL - 5).fill('too_many_subscriptions'),
    ]);
    const { body } = await api.get(LIST).expect(200);
    expect(body).toMatchObject({ hasMore: false, nextCursor: null, totalCount: 100 });
    expect(body.items).toHaveLength(100);
  });

  it('can be made again once one is deleted', async () => {
    expect((await api.post(LIST, ASKED).expect(409)).body.code).toBe('too_many_subscriptions');
    const { body } = await api.get(LIST);
    await api.delete(`${LIST}/${body.items[50].subscriptionId}`).expect(200);
    await api.post(LIST, ASKED).expect(201);
    await api.post(LIST, ASKED).expect(409);
  });

  it('are counted with the one that another process is about to make', async () => {
    await deleteNewest(1);
    const lock = 'select pg_advisory_xact_lock(hashtextextended($1, 1))';
    const held = await HeldTransaction.begin(service, lock, [`${service.stranger.id} webhook subscriptions`]);
    await held.query(
      `insert into webhook_subscription
       select (jsonb_populate_record(s, jsonb_build_object('id', new_uuid()))).* from webhook_subscription s
       where tenant_id = $1 limit 1`,
      [service.stranger.id],
    );
    const { status, body } = await held.commitAheadOf(api.post(LIST, ASKED));
    expect([status, body.code]).toEqual([409, 'too_many_subscriptions']);
  });

  it('do not stand in the way of other tenants', async () => {
    await service.home.api.post(LIST, ASKED).expect(201);
  });
});
