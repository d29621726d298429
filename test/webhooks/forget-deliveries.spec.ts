import { ForgetDeliveriesHandler } from '../../src/modules/webhooks/forget-deliveries.handler.js';
import { uuidOf } from '../../src/shared/kernel/ids.js';
import { useTestService } from '../support/test-service.js';
import { Deliveries } from './deliveries.js';

// Without a worker: nobody delivers anything here.
const { service } = useTestService();
const deliveries = new Deliveries(service);

const forget = () => service.app.get(ForgetDeliveriesHandler).handle();

/** The delivery of a new event that happened so many days ago, with attempts that are so many days old. */
async function deliveryOf(days: number, attempts: readonly number[] = []) {
  const subscription = await deliveries.subscribe('https://hooks.example.com/');
  await deliveries.topic();
  const [made] = await deliveries.list(subscription);
  const [id, eventId] = [uuidOf('delivery', made!.deliveryId), uuidOf('event', made!.eventId)];
  const { pool } = service;
  await pool.query(
    `update webhook_delivery set created_at = now() - $2 * interval '1 day', attempts = $3 where id = $1`,
    [id, days, attempts.length],
  );
  for (const [index, age] of attempts.entries()) {
    await pool.query(
      `insert into webhook_attempt (tenant_id, delivery_id, number, url, started_at, duration_ms, response_body)
       values ($1, $2, $3, 'https://hooks.example.com/', now() - $4 * interval '1 day', 1, '')`,
      [service.home.id, id, index + 1, age],
    );
  }
  return {
    now: async () => (await deliveries.list(subscription, `eventId=${made!.eventId}`))[0],
    attempts: async () =>
      (await deliveries.one(made!)).attempts.map(({ attemptNumber }) => attemptNumber).reverse(),
    forgetEvent: () => pool.query('delete from event where id = $1', [eventId]),
  };
}

it('keeps attempts for 30 days, and a delivery as long as one of its attempts', async () => {
  const old = await deliveryOf(31, [31, 30.1]);
  const triedSince = await deliveryOf(31, [30.1, 29.9]);
  const young = await deliveryOf(29.9);
  await forget();
  expect(await old.now()).toBeUndefined();
  expect(await triedSince.attempts()).toEqual([2]);
  expect(await young.now()).toMatchObject({ status: 'waiting' });
});

it('gives up what waits though its event is not kept any more', async () => {
  const lost = await deliveryOf(30.1, [1]);
  const kept = await deliveryOf(30.1, [1]);
  await lost.forgetEvent();
  await forget();
  expect(await lost.now()).toMatchObject({ status: 'failed', nextAttemptAt: null });
  expect(await kept.now()).toMatchObject({ status: 'waiting' });
});
