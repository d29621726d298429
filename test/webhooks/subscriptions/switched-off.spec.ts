import type { WebhookSubscriptionView } from '../../../src/modules/webhooks/subscriptions/webhooks.dto.js';
import { uuidOf } from '../../../src/shared/kernel/ids.js';
import { until } from '../../support/until.js';
import { SUBSCRIPTIONS, useDeliveries } from '../deliveries/deliveries.js';

const { service, api, deliveries, receiver } = useDeliveries();

const switchedOff = (subscription: WebhookSubscriptionView) =>
  until(async () => {
    const now = await deliveries.subscription(subscription);
    return now.active ? undefined : now;
  });

async function eventsAbout({ subscriptionId }: WebhookSubscriptionView): Promise<object[]> {
  const type = 'webhook_subscription.disabled';
  const { body } = await api.get(`/v0/events?type=${type}`).expect(200);
  const payloads = (body as { items: { payload: { subscriptionId: string } }[] }).items.map(
    (item) => item.payload,
  );
  return payloads.filter((payload) => payload.subscriptionId === subscriptionId);
}

describe('a subscription', () => {
  it('is switched off at once by a 410, with all that waits', async () => {
    receiver.answers(500);
    const subscription = await deliveries.subscribe(receiver.url);
    await deliveries.topic();
    await deliveries.settled(subscription);
    receiver.answers(410);
    await deliveries.topic();
    const off = await switchedOff(subscription);
    expect(off).toMatchObject({ active: false, disabledReason: 'gone' });
    const statuses = (await deliveries.list(subscription)).map(({ status }) => status);
    expect(statuses).toEqual(['failed', 'cancelled']);
    expect(await eventsAbout(subscription)).toEqual([expect.objectContaining({ disabledReason: 'gone' })]);
    await deliveries.topic();
    expect(await deliveries.list(subscription)).toHaveLength(2);
    const on = await api
      .patch(`${SUBSCRIPTIONS}/${subscription.subscriptionId}`, { active: true })
      .expect(200);
    expect(on.body).toMatchObject({ active: true, disabledReason: null });
    receiver.answers(200);
    await deliveries.topic();
    await until(async () => {
      const [newest] = await deliveries.list(subscription);
      return newest!.status === 'delivered';
    });
  });

  it('is switched off after 5 days of nothing but failures', async () => {
    receiver.answers(500);
    const subscription = await deliveries.subscribe(receiver.url);
    const failSince = (days: number) =>
      service.pool.query(
        `update webhook_subscription set failing_since = failing_since - $2 * interval '1 day' where id = $1`,
        [uuidOf('webhook', subscription.subscriptionId), days],
      );
    await deliveries.topic();
    await deliveries.settled(subscription);
    await failSince(4.9);
    await deliveries.letTimePass(subscription);
    await deliveries.settled(subscription, 2);
    expect(await deliveries.subscription(subscription)).toMatchObject({ active: true });
    await failSince(0.2);
    await deliveries.letTimePass(subscription);
    expect(await switchedOff(subscription)).toMatchObject({ active: false, disabledReason: 'failing' });
    expect(await eventsAbout(subscription)).toEqual([expect.objectContaining({ disabledReason: 'failing' })]);
  });

  it('begins to count anew with every success', async () => {
    receiver.answers(500);
    const subscription = await deliveries.subscribe(receiver.url);
    const failingSince = async () => {
      const { rows } = await service.pool.query<{ failing_since: Date | null }>(
        'select failing_since from webhook_subscription where id = $1',
        [uuidOf('webhook', subscription.subscriptionId)],
      );
      return rows[0]!.failing_since;
    };
    await deliveries.topic();
    await deliveries.settled(subscription);
    expect(await failingSince()).not.toBeNull();
    receiver.answers(200);
    await deliveries.letTimePass(subscription);
    await deliveries.settled(subscription, 2);
    expect(await failingSince()).toBeNull();
  });

  it('is not given up for what failed another time', async () => {
    receiver.answers(500);
    const subscription = await deliveries.subscribe(receiver.url);
    await deliveries.topic();
    await deliveries.settled(subscription);
    await service.pool.query(
      `update webhook_subscription
       set failing_since = now() - interval '60 days', failed_at = now() - interval '3 days' where id = $1`,
      [uuidOf('webhook', subscription.subscriptionId)],
    );
    await deliveries.letTimePass(subscription);
    await deliveries.settled(subscription, 2);
    expect(await deliveries.subscription(subscription)).toMatchObject({ active: true });
  });

  it.each([
    ['switched off', (path: string) => api.patch(path, { active: false })],
    ['deleted', (path: string) => api.delete(path)],
    ['led elsewhere', (path: string) => api.patch(path, { url: 'http://127.0.0.1:1/' })],
  ])('is called hardly any more once it was %s', async (_, change) => {
    let isChanged = false;
    const { subscriptionId } = await deliveries.subscribe(receiver.url);
    const id = uuidOf('webhook', subscriptionId);
    const count = async (rows: string) => (await service.pool.query(rows, [id])).rowCount!;
    const inBook = () =>
      count(
        `select from webhook_attempt a join webhook_delivery d on d.id = a.delivery_id where d.subscription_id = $1`,
      );
    // Not before all that was answered earlier is in the book: with that, a lane learns what has changed.
    receiver.answers((_received, answer) => {
      const earlier = receiver.received.length - 1;
      const isTime = async () => isChanged && (await inBook()) >= earlier;
      void until(isTime).then(
        () => answer.writeHead(200).end(),
        () => undefined,
      );
    });
    await deliveries.happen(await deliveries.topic(), 20);
    await receiver.has(1);
    await change(`${SUBSCRIPTIONS}/${subscriptionId}`).expect(200);
    isChanged = true;
    const LANE = `
      select from pg_locks where locktype = 'advisory' and granted
        and ((classid::bigint << 32) | objid::bigint) = hashtextextended('foyer_webhooks ' || $1, 2)`;
    await until(async () => (await count(LANE)) === 0);
    expect(receiver.received.length).toBeLessThanOrEqual(3);
  });

  it('is not sent what happened while it was switched off, once it is on again', async () => {
    const subscription = await deliveries.subscribe(receiver.url);
    const path = `${SUBSCRIPTIONS}/${subscription.subscriptionId}`;
    const client = await service.pool.connect();
    await client.query('begin');
    await client.query(
      `insert into event (id, tenant_id, type, resource, payload, created_at)
       values (new_uuid(), $1, 'topic.updated', 'topic_1', '{"type":"topic.updated"}', now())`,
      [service.home.id],
    );
    await api.patch(path, { active: false }).expect(200);
    await client.query('commit');
    client.release();
    await api.patch(path, { active: true }).expect(200);
    expect(await deliveries.list(subscription)).toEqual([expect.objectContaining({ status: 'cancelled' })]);
  });

  it('gets nothing more once it is switched off by hand', async () => {
    receiver.answers(500);
    const subscription = await deliveries.subscribe(receiver.url);
    await deliveries.topic();
    await deliveries.settled(subscription);
    await api.patch(`${SUBSCRIPTIONS}/${subscription.subscriptionId}`, { active: false }).expect(200);
    expect(await deliveries.list(subscription)).toEqual([
      expect.objectContaining({ status: 'cancelled', nextAttemptAt: null }),
    ]);
  });
});
