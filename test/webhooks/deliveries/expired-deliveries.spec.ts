import { jest } from '@jest/globals';
import { ForgetEventsHandler } from '../../../src/shared/events/forget-events.handler.js';
import { clock } from '../../../src/shared/kernel/clock.js';
import { uuidOf } from '../../../src/shared/kernel/ids.js';
import { useTestService } from '../../support/test-service.js';
import { Deliveries, SUBSCRIPTIONS } from './deliveries.js';

// Without a worker: nobody delivers anything here.
const { service, api } = useTestService();
const deliveries = new Deliveries(service);

const URL = 'https://hooks.example.com/';
const DAY = 86_400_000;
/** A Monday, so that all its deliveries are in one week. */
const MONDAY = Date.parse('2026-03-02T00:00Z');

afterEach(() => void jest.restoreAllMocks());

const setClock = (time: number) => void jest.spyOn(clock, 'now').mockImplementation(() => new Date(time));

async function forgetAt(now: number): Promise<void> {
  setClock(now);
  await service.app.get(ForgetEventsHandler).handle();
}

/** The delivery of a topic that was made at this moment. */
async function deliveryAt(moment: number) {
  const subscription = await deliveries.subscribe(URL);
  setClock(moment);
  await deliveries.topic();
  const [made] = await deliveries.list(subscription);
  return {
    made: made!,
    now: async () => (await deliveries.list(subscription, `eventId=${made!.eventId}`))[0],
    details: () => deliveries.one(made!),
    path: `${SUBSCRIPTIONS}/${subscription.subscriptionId}`,
  };
}

/** Rows about a delivery in both tables. */
async function rowsAbout({ deliveryId }: { deliveryId: string }): Promise<number[]> {
  const { rows } = await service.pool.query<{ deliveries: number; attempts: number }>(
    `select (select count(*)::int from webhook_delivery where id = $1) as deliveries,
       (select count(*)::int from webhook_attempt where delivery_id = $1) as attempts`,
    [uuidOf('delivery', deliveryId)],
  );
  return Object.values(rows[0]!);
}

describe('a delivery whose event is 30 days old', () => {
  it('is failed if it still waits, with an attempt that says why', async () => {
    const old = await deliveryAt(MONDAY);
    const young = await deliveryAt(MONDAY + 1);
    await forgetAt(MONDAY + 30 * DAY + 1);
    expect(await old.now()).toMatchObject({ status: 'failed', attemptsCount: 1, nextAttemptAt: null });
    expect((await old.details()).attempts).toEqual([
      expect.objectContaining({
        attemptNumber: 1,
        url: URL,
        responseStatus: null,
        error: 'expired',
        errorDetail: 'No call was made: the event was too old to be delivered.',
      }),
    ]);
    expect(await young.now()).toMatchObject({ status: 'waiting', attemptsCount: 0 });
  });

  it('is failed with all others, however many there are', async () => {
    const { subscriptionId } = await deliveries.subscribe(URL);
    await service.pool.query(`select ensure_week('{event,webhook_delivery,webhook_attempt}', $1)`, [
      new Date(MONDAY),
    ]);
    await service.pool.query(
      `insert into event (id, tenant_id, type, resource, payload, created_at)
       select overlay(first_uuid_of($2::timestamptz)::text placing right(gen_random_uuid()::text, 21) from 16)::uuid,
         $1, 'topic.created', 'topic_1', '{"type":"topic.created"}', $2
       from generate_series(1, 5001)`,
      [service.home.id, new Date(MONDAY)],
    );
    const values = [uuidOf('webhook', subscriptionId)];
    const WAITING = `select from webhook_delivery where subscription_id = $1 and status = 'waiting'`;
    expect((await service.pool.query(WAITING, values)).rowCount).toBe(5001);
    await forgetAt(MONDAY + 30 * DAY + 1);
    expect((await service.pool.query(WAITING, values)).rowCount).toBe(0);
  });

  it('is left alone if it does not wait', async () => {
    const off = await deliveryAt(MONDAY);
    await api.patch(off.path, { active: false }).expect(200);
    await forgetAt(MONDAY + 30 * DAY + 1);
    expect(await off.now()).toMatchObject({ status: 'cancelled', attemptsCount: 0 });
  });

  it('is neither retried nor replayed', async () => {
    const old = await deliveryAt(MONDAY);
    setClock(MONDAY + 30 * DAY);
    await api.post(`${old.path}/deliveries/${old.made.deliveryId}/retry`, {}).expect(200);
    setClock(MONDAY + 30 * DAY + 1);
    const retried = await api.post(`${old.path}/deliveries/${old.made.deliveryId}/retry`, {}).expect(409);
    expect(retried.body).toMatchObject({ code: 'event_gone' });
    const range = { from: `+${MONDAY}`, to: `+${MONDAY + 1}`, dryRun: true };
    const counted = async () => (await api.post(`${old.path}/replay`, range).expect(200)).body.eventsCount;
    expect(await counted()).toBe(0);
    setClock(MONDAY + 30 * DAY);
    expect(await counted()).toBeGreaterThan(0);
  });

  it('goes with its attempts and its event, once their week ended 31 days ago', async () => {
    const old = await deliveryAt(MONDAY + 6 * DAY);
    await forgetAt(MONDAY + 38 * DAY - 1);
    expect(await old.details()).toMatchObject({ status: 'failed', request: { url: URL } });
    expect(await rowsAbout(old.made)).toEqual([1, 1]);
    await forgetAt(MONDAY + 38 * DAY);
    expect(await old.now()).toBeUndefined();
    expect(await rowsAbout(old.made)).toEqual([0, 0]);
  });
});
