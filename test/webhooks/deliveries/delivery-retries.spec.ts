import { MAX_TRIES } from '../../../src/modules/webhooks/sending/retry-schedule.js';
import { uuidOf } from '../../../src/shared/kernel/ids.js';
import { SUBSCRIPTIONS, useDeliveries } from './deliveries.js';
import type { Received } from '../receiver.js';

const { service, api, strangerApi, deliveries, receiver } = useDeliveries();

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
    const private_ = await deliveries.subscribe('http://127.0.0.2:1/');
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
    for (let tries = 1; tries <= MAX_TRIES; tries++) {
      await deliveries.settled(subscription, tries);
      await deliveries.letTimePass(subscription);
    }
    const [failed] = await deliveries.list(subscription);
    expect(failed).toMatchObject({ status: 'failed', attemptsCount: MAX_TRIES, nextAttemptAt: null });
    expect(receiver.received).toHaveLength(MAX_TRIES);
    expect((await deliveries.one(failed!)).attempts.map((attempt) => attempt.attemptNumber)).toEqual(
      Array.from({ length: MAX_TRIES }, (_, index) => MAX_TRIES - index),
    );
  });

  it('can be tried at once by hand, and then has all its tries again', async () => {
    receiver.answers(500);
    const subscription = await deliveries.subscribe(receiver.url);
    await deliveries.topic();
    const [failed] = await deliveries.settled(subscription);
    const retry = `${SUBSCRIPTIONS}/${subscription.subscriptionId}/deliveries/${failed!.deliveryId}/retry`;
    receiver.answers(200);
    await strangerApi.post(retry, {}).expect(404);
    expect((await api.post(retry, {}).expect(200)).body).toMatchObject({ status: 'waiting' });
    expect(await deliveries.settled(subscription, 2)).toEqual([
      expect.objectContaining({ status: 'delivered' }),
    ]);
    await api.post(retry, {}).expect(200);
    expect(await deliveries.settled(subscription, 3)).toEqual([
      expect.objectContaining({ status: 'delivered' }),
    ]);
    await api.patch(`${SUBSCRIPTIONS}/${subscription.subscriptionId}`, { active: false }).expect(200);
    const { body } = await api.post(retry, {}).expect(409);
    expect(body).toMatchObject({ code: 'subscription_inactive' });
  });
});

it('deliveries are listed newest first, and of one with many attempts the newest 20 are shown', async () => {
  const subscription = await deliveries.subscribe(receiver.url);
  const topics = [await deliveries.topic(), await deliveries.topic(), await deliveries.topic()];
  const [newest, ...others] = await deliveries.settled(subscription);
  const about = [newest!, ...others].map(
    async (each) => JSON.parse((await deliveries.one(each)).request!.body) as Received['body'],
  );
  expect((await Promise.all(about)).map(({ payload }) => payload.topicId)).toEqual(topics.toReversed());
  await service.pool.query(
    `with made as (update webhook_delivery set attempts = 25 where id = $1 returning *)
     insert into webhook_attempt (tenant_id, delivery_id, event_id, number, url, started_at, duration_ms, response_body)
     select tenant_id, id, event_id, number, '', now(), 0, '' from made, generate_series(2, 25) number`,
    [uuidOf('delivery', newest!.deliveryId)],
  );
  const { attempts } = await deliveries.one(newest!);
  expect(attempts.map(({ attemptNumber }) => attemptNumber)).toEqual(
    Array.from({ length: 20 }, (_, index) => 25 - index),
  );
});
