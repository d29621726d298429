import type { ServerResponse } from 'node:http';
import type { WebhookSubscriptionView } from '../../src/modules/webhooks/webhooks.dto.js';
import { MOST_TRIES } from '../../src/modules/webhooks/retry-schedule.js';
import { uuidOf } from '../../src/shared/kernel/ids.js';
import type { TestService } from '../support/test-service.js';
import { until } from '../support/until.js';
import { Deliveries, startDelivering, SUBSCRIPTIONS } from './deliveries.js';
import { Receiver } from './receiver.js';

let service: TestService;
let deliveries: Deliveries;
let receiver: Receiver;

beforeAll(async () => {
  service = await startDelivering();
  deliveries = new Deliveries(service);
});
afterAll(() => service.close());

beforeEach(async () => {
  receiver = await Receiver.open();
});
afterEach(() => receiver.close());

const switchedOff = (subscription: WebhookSubscriptionView) =>
  until(async () => {
    const now = await deliveries.subscription(subscription);
    return now.active ? undefined : now;
  });

async function eventsAbout({ subscriptionId }: WebhookSubscriptionView): Promise<object[]> {
  const type = 'webhook_subscription.disabled';
  const { body } = await service.home.api.get(`/v0/events?type=${type}`).expect(200);
  const payloads = (body as { items: { payload: { subscriptionId: string } }[] }).items.map(
    (item) => item.payload,
  );
  return payloads.filter((payload) => payload.subscriptionId === subscriptionId);
}

describe('a delivery that fails', () => {
  it('is tried again in 5 s, more or less', async () => {
    receiver.answers(500);
    const subscription = await deliveries.subscribe(receiver.url);
    await deliveries.topic();
    const [failed] = await deliveries.settled(subscription);
    expect(failed).toMatchObject({ status: 'waiting', attemptsCount: 1, responseStatus: 500 });
    const delay = Number(failed!.nextAttemptAt) - Number(failed!.lastAttemptAt);
    expect(delay).toBeGreaterThanOrEqual(3990);
    expect(delay).toBeLessThan(30_000);
    receiver.answers(200);
    await deliveries.letTimePass(subscription);
    const [taken] = await deliveries.settled(subscription, 2);
    expect(taken).toMatchObject({ status: 'delivered', attemptsCount: 2, nextAttemptAt: null });
    expect(receiver.received.map(({ headers }) => headers['webhook-id'])).toEqual([
      taken!.eventId,
      taken!.eventId,
    ]);
  });

  it.each([302, 307, 400, 404, 429, 503])('counts as such with a %i', async (status) => {
    receiver.answers(status, { location: `${receiver.url}/elsewhere` });
    const subscription = await deliveries.subscribe(receiver.url);
    await deliveries.topic();
    expect(await deliveries.settled(subscription)).toEqual([
      expect.objectContaining({ status: 'waiting', responseStatus: status }),
    ]);
    expect(receiver.received).toHaveLength(1);
  });

  it('says why, where nobody answers', async () => {
    const subscription = await deliveries.subscribe('http://127.0.0.1:1/');
    await deliveries.topic();
    const [delivery] = await deliveries.settled(subscription);
    expect(delivery).toMatchObject({ status: 'waiting', responseStatus: null, error: 'connection_refused' });
    const private_ = await deliveries.subscribe('http://10.0.0.1/');
    await deliveries.topic();
    const [refused] = await deliveries.settled(private_);
    expect(refused).toMatchObject({ status: 'waiting', responseStatus: null, error: 'address_refused' });
    expect((await deliveries.one(refused!)).attempts[0]!.errorDetail).toBe(
      'The URL leads to an address that webhooks must not reach, unless WEBHOOK_ALLOW_PRIVATE lists it.',
    );
  });

  it('waits as long as the receiver asks for', async () => {
    receiver.answers(503, { 'retry-after': '7200' });
    const subscription = await deliveries.subscribe(receiver.url);
    await deliveries.topic();
    const [failed] = await deliveries.settled(subscription);
    const delay = Number(failed!.nextAttemptAt) - Number(failed!.lastAttemptAt);
    expect(delay).toBeGreaterThanOrEqual(7_200_000);
    expect(delay).toBeLessThan(7_300_000);
  });

  it('is given up after ten tries', async () => {
    receiver.answers(500);
    const subscription = await deliveries.subscribe(receiver.url);
    await deliveries.topic();
    for (let tries = 1; tries <= MOST_TRIES; tries++) {
      await deliveries.settled(subscription, tries);
      await deliveries.letTimePass(subscription);
    }
    const [failed] = await deliveries.list(subscription);
    expect(failed).toMatchObject({ status: 'failed', attemptsCount: MOST_TRIES, nextAttemptAt: null });
    expect(receiver.received).toHaveLength(MOST_TRIES);
    expect((await deliveries.one(failed!)).attempts.map((attempt) => attempt.attemptNumber)).toEqual(
      Array.from({ length: MOST_TRIES }, (_, index) => MOST_TRIES - index),
    );
  });

  it('can be tried at once by hand, and then has all its tries again', async () => {
    receiver.answers(500);
    const subscription = await deliveries.subscribe(receiver.url);
    await deliveries.topic();
    const [failed] = await deliveries.settled(subscription);
    const retry = `${SUBSCRIPTIONS}/${subscription.subscriptionId}/deliveries/${failed!.deliveryId}/retry`;
    receiver.answers(200);
    await service.stranger.api.post(retry, {}).expect(404);
    expect((await service.home.api.post(retry, {}).expect(200)).body).toMatchObject({ status: 'waiting' });
    expect(await deliveries.settled(subscription, 2)).toEqual([
      expect.objectContaining({ status: 'delivered' }),
    ]);
    await service.home.api.post(retry, {}).expect(200);
    expect(await deliveries.settled(subscription, 3)).toEqual([
      expect.objectContaining({ status: 'delivered' }),
    ]);
    await service.home.api
      .patch(`${SUBSCRIPTIONS}/${subscription.subscriptionId}`, { active: false })
      .expect(200);
    const { body } = await service.home.api.post(retry, {}).expect(409);
    expect(body).toMatchObject({ code: 'subscription_inactive' });
  });
});

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
    const on = await service.home.api
      .patch(`${SUBSCRIPTIONS}/${subscription.subscriptionId}`, { active: true })
      .expect(200);
    expect(on.body).toMatchObject({ active: true, disabledReason: null });
    receiver.answers(200);
    await deliveries.topic();
    await until(async () => {
      const [newest] = await deliveries.list(subscription);
      return newest!.status === 'delivered' || undefined;
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
    ['switched off', (path: string) => service.home.api.patch(path, { active: false })],
    ['deleted', (path: string) => service.home.api.delete(path)],
    ['led elsewhere', (path: string) => service.home.api.patch(path, { url: 'http://127.0.0.1:1/' })],
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
      const isTime = async () => (isChanged && (await inBook()) >= earlier) || undefined;
      void until(isTime).then(() => answer.writeHead(200).end());
    });
    await deliveries.happen(await deliveries.topic(), 20);
    await receiver.has(1);
    await change(`${SUBSCRIPTIONS}/${subscriptionId}`).expect(200);
    isChanged = true;
    const LANE = `
      select from pg_locks where locktype = 'advisory' and granted
        and ((classid::bigint << 32) | objid::bigint) = hashtextextended('foyer_webhooks ' || $1, 2)`;
    await until(async () => (await count(LANE)) === 0 || undefined);
    expect(receiver.received.length).toBeLessThanOrEqual(3);
  });

  it('is not sent what happened while it was switched off, once it is on again', async () => {
    const subscription = await deliveries.subscribe(receiver.url);
    const path = `${SUBSCRIPTIONS}/${subscription.subscriptionId}`;
    const client = await service.pool.connect();
    await client.query('begin');
    await client.query(
      `insert into event (id, tenant_id, type, resource, payload, created_at)
       values (gen_random_uuid(), $1, 'topic.updated', 'topic_1', '{"type":"topic.updated"}', now())`,
      [service.home.id],
    );
    await service.home.api.patch(path, { active: false }).expect(200);
    await client.query('commit');
    client.release();
    await service.home.api.patch(path, { active: true }).expect(200);
    expect(await deliveries.list(subscription)).toEqual([expect.objectContaining({ status: 'cancelled' })]);
  });

  it('gets nothing more once it is switched off by hand', async () => {
    receiver.answers(500);
    const subscription = await deliveries.subscribe(receiver.url);
    await deliveries.topic();
    await deliveries.settled(subscription);
    await service.home.api
      .patch(`${SUBSCRIPTIONS}/${subscription.subscriptionId}`, { active: false })
      .expect(200);
    expect(await deliveries.list(subscription)).toEqual([
      expect.objectContaining({ status: 'cancelled', nextAttemptAt: null }),
    ]);
  });
});

describe('a replay', () => {
  const replay = (subscriptionId: string, body: object) =>
    service.home.api.post(`${SUBSCRIPTIONS}/${subscriptionId}/replay`, body);

  it('counts first, and then delivers all of that time again, and what was never delivered', async () => {
    const from = `+${Date.now()}`;
    const before = [await deliveries.topic('One'), await deliveries.topic('Two')];
    const { subscriptionId } = await deliveries.subscribe(receiver.url);
    const third = await deliveries.topic('Three');
    await receiver.has(1);
    await service.stranger.api.post(`${SUBSCRIPTIONS}/${subscriptionId}/replay`, { from }).expect(404);
    const counted = await replay(subscriptionId, { from, dryRun: true }).expect(200);
    expect(counted.body).toEqual({ dryRun: true, eventsCount: 3 });
    expect(receiver.received).toHaveLength(1);
    const replayed = await replay(subscriptionId, { from }).expect(200);
    expect(replayed.body).toEqual({ dryRun: false, eventsCount: 3 });
    const received = (await receiver.has(4)).slice(1).map(({ body }) => body.payload.topicId);
    expect(received.sort()).toEqual([...before, third].sort());
    expect(await deliveries.settled({ subscriptionId })).toHaveLength(3);
    const nothing = await replay(subscriptionId, { from: '+1', to: '+20' });
    expect(nothing.status).toBe(400);
    const empty = await replay(subscriptionId, { from: '+10', to: '+20' }).expect(200);
    expect(empty.body).toEqual({ dryRun: false, eventsCount: 0 });
  });

  it('that is asked for while the call is under way comes after it', async () => {
    const answers: ServerResponse[] = [];
    receiver.answers((_, answer) => answers.push(answer));
    const from = `+${Date.now()}`;
    const { subscriptionId } = await deliveries.subscribe(receiver.url);
    await deliveries.topic();
    await receiver.has(1);
    receiver.answers(204);
    await replay(subscriptionId, { from }).expect(200);
    answers[0]!.writeHead(204).end();
    const [first, again] = await receiver.has(2);
    expect(again!.text).toBe(first!.text);
    expect(await deliveries.settled({ subscriptionId }, 2)).toEqual([
      expect.objectContaining({ status: 'delivered', attemptsCount: 2 }),
    ]);
  });

  it('is refused where there is too much, or the subscription is off', async () => {
    const { id, api } = service.stranger;
    await service.pool.query(
      `insert into event (id, tenant_id, type, resource, payload, created_at)
       select gen_random_uuid(), $1, 'topic.created', 'topic_x', '{"type":"topic.created"}', to_timestamp(1000)
       from generate_series(1, 10001)`,
      [id],
    );
    const { subscriptionId } = await new Deliveries(service, service.stranger).subscribe(receiver.url);
    const path = `${SUBSCRIPTIONS}/${subscriptionId}`;
    const range = { from: '+1000000', to: '+1000001' };
    const counted = await api.post(`${path}/replay`, { ...range, dryRun: true }).expect(200);
    expect(counted.body).toEqual({ dryRun: true, eventsCount: 10_001 });
    const refused = await api.post(`${path}/replay`, range).expect(409);
    expect(refused.body).toMatchObject({ code: 'too_many_events' });
    await api.patch(path, { active: false }).expect(200);
    const off = await api.post(`${path}/replay`, range).expect(409);
    expect(off.body).toMatchObject({ code: 'subscription_inactive' });
  });
});
