import type { Test } from 'supertest';
import type { DeliveryView } from '../../../src/modules/webhooks/deliveries/deliveries.dto.js';
import { outcomeOf, type DueDelivery } from '../../../src/modules/webhooks/sending/delivery-outcome.js';
import { DeliveryStore } from '../../../src/modules/webhooks/sending/delivery-store.js';
import { UnitOfWork } from '../../../src/shared/database/transactions/unit-of-work.js';
import { inContext } from '../../../src/shared/database/transactions/work-context.js';
import { Events } from '../../../src/shared/events/events.js';
import { ForgetEventsHandler } from '../../../src/shared/events/forget-events.handler.js';
import { uuidOf } from '../../../src/shared/kernel/ids.js';
import { HeldTransaction } from '../../support/database/held-transaction.js';
import { useTestService } from '../../support/test-service.js';
import { until } from '../../support/until.js';
import { Deliveries, SUBSCRIPTIONS } from './deliveries.js';

// Without a worker: nobody delivers anything here but by hand.
const { service, api } = useTestService();
const deliveries = new Deliveries(service);

const NONE: { inFlight: string[]; excludedResources: string[] } = { inFlight: [], excludedResources: [] };
const ANSWER = { error: null, detail: null, durationMs: 1, responseBody: '', retryAfterMs: null };
const SUBSCRIPTION = 'select from webhook_subscription where id = $1 for no key update';

/** A subscription with one delivery that waits. */
class Subscribed {
  readonly path: string;
  readonly lane: { tenantId: string; id: string };

  private constructor(readonly subscriptionId: string) {
    this.path = `${SUBSCRIPTIONS}/${subscriptionId}`;
    this.lane = { tenantId: service.home.id, id: uuidOf('webhook', subscriptionId)! };
  }

  static async make(): Promise<Subscribed> {
    const { subscriptionId } = await deliveries.subscribe('https://hooks.example.com/');
    await deliveries.topic();
    return new Subscribed(subscriptionId);
  }

  async delivery(): Promise<DeliveryView> {
    return (await deliveries.list(this))[0]!;
  }

  /** Held as by another process, which has done this to it, and not committed yet. */
  held(change = SUBSCRIPTION): Promise<HeldTransaction> {
    return HeldTransaction.begin(service, change, [this.lane.id]);
  }

  async isLeftBy(held: HeldTransaction): Promise<void> {
    await held.query('select from webhook_delivery where subscription_id = $1 for update nowait', [
      this.lane.id,
    ]);
  }

  fetch(excluded: typeof NONE = NONE) {
    return inContext({ tenantId: this.lane.tenantId, kind: 'lane' }, () =>
      service.app.get(DeliveryStore).fetchDue(this.lane, excluded),
    );
  }

  save(delivery: DueDelivery, status: number) {
    const attempt = { ...ANSWER, url: 'https://hooks.example.com/', at: new Date(), status };
    return inContext({ tenantId: this.lane.tenantId, kind: 'lane' }, () =>
      service.app.get(DeliveryStore).saveOutcomes(this.lane, [outcomeOf(delivery, attempt)]),
    );
  }
}

let subscribed: Subscribed;
beforeEach(async () => {
  subscribed = await Subscribed.make();
});

const SWITCHED_OFF = 'update webhook_subscription set active = false where id = $1';

describe('what is asked for while another process switches the subscription off', () => {
  it.each<[string, (path: string, delivery: string) => Test]>([
    ['a retry', (path, delivery) => api.post(`${path}/deliveries/${delivery}/retry`, {})],
    ['a replay', (path) => api.post(`${path}/replay`, { from: '+10' })],
    ['a test', (path) => api.post(`${path}/test`, {})],
  ])('is refused: %s', async (_, ask) => {
    const { deliveryId } = await subscribed.delivery();
    const held = await subscribed.held(SWITCHED_OFF);
    const { status, body } = await held.commitAheadOf(ask(subscribed.path, deliveryId));
    expect([status, body.code]).toEqual([409, 'subscription_inactive']);
  });

  it('waits for one connection alone, however much it is', async () => {
    const held = await subscribed.held();
    const unitOfWork = service.app.get(UnitOfWork);
    const asked = [1, 2, 3].map(async () => api.post(`${subscribed.path}/test`, {}));
    const { result } = await held.holdsUp(Promise.all(asked));
    await until(async () => unitOfWork.lockWaiters + (await waitingInDatabase()) === 3);
    expect(unitOfWork.lockWaiters).toBe(2);
    await held.commit();
    expect((await result).map(({ status }) => status)).toEqual([201, 201, 201]);
  });
});

async function waitingInDatabase(): Promise<number> {
  const { rowCount } = await service.pool.query(
    `select from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()`,
  );
  return rowCount!;
}

describe('a change of a subscription that another process changes', () => {
  it('is refused where it was asked for as it was before', async () => {
    const etag = (await api.get(subscribed.path).expect(200)).headers['etag']!;
    const held = await subscribed.held(SWITCHED_OFF);
    const change = api.patch(subscribed.path, { events: ['topic.deleted'] }).set('if-match', etag);
    expect((await held.commitAheadOf(change)).status).toBe(412);
  });

  it('keeps the secret that it has replaced', async () => {
    const held = await subscribed.held(
      `update webhook_subscription set sealed_secret = 'of another process' where id = $1`,
    );
    expect((await held.commitAheadOf(api.post(`${subscribed.path}/rotate_secret`, {}))).status).toBe(200);
    const { rows } = await service.pool.query(
      'select previous_sealed_secret as secret from webhook_subscription where id = $1',
      [subscribed.lane.id],
    );
    expect(rows).toEqual([{ secret: Buffer.from('of another process') }]);
  });
});

describe('whoever changes deliveries waits for their subscription first, and holds none of them meanwhile', () => {
  it('a worker that saves what became of them', async () => {
    const { deliveries: due } = await subscribed.fetch();
    const held = await subscribed.held(SWITCHED_OFF);
    const { result } = await held.holdsUp(subscribed.save(due[0]!, 410));
    await subscribed.isLeftBy(held);
    await held.query(`update webhook_delivery set status = 'cancelled' where subscription_id = $1`, [
      subscribed.lane.id,
    ]);
    await held.commit();
    expect(await result).toBeUndefined();
    expect(await subscribed.delivery()).toMatchObject({ status: 'cancelled', attemptsCount: 1 });
    // It is off already, and by hand.
    expect(await deliveries.subscription(subscribed)).toMatchObject({ active: false, disabledReason: null });
  });

  it('a worker that postpones those behind a failure', async () => {
    const topicId = await deliveries.topic();
    await deliveries.happen(topicId, 1);
    await service.pool.query(
      `update webhook_delivery d set due_at = now() + interval '1 hour' * (resource <> $2 or seq = first)::int
       from (select min(seq) as first from webhook_delivery where resource = $2 and subscription_id = $1) failed
       where subscription_id = $1`,
      [subscribed.lane.id, topicId],
    );
    expect(await deliveries.dueNow(subscribed)).toBe(1);
    const held = await subscribed.held();
    const { result } = await held.holdsUp(subscribed.fetch());
    await subscribed.isLeftBy(held);
    await held.commit();
    expect((await result).deliveries).toEqual([]);
    expect(await deliveries.dueNow(subscribed)).toBe(0);
  });

  it('whoever gives up those that are too old', async () => {
    await service.pool.query(
      `with old as (
         update event set created_at = now() - interval '40 days', id = first_uuid_of('2024-12-02Z')
         where id = $2 returning id)
       update webhook_delivery set created_at = now() - interval '40 days', event_id = first_uuid_of('2024-12-02Z')
       where subscription_id = $1 and exists (select from old)`,
      [subscribed.lane.id, uuidOf('event', (await subscribed.delivery()).eventId)],
    );
    const held = await subscribed.held();
    const { result } = await held.holdsUp(service.app.get(ForgetEventsHandler).handle());
    await subscribed.isLeftBy(held);
    await held.commit();
    await result;
    expect(await subscribed.delivery()).toMatchObject({ status: 'failed', attemptsCount: 1 });
  });
});

it('a worker is not given again what it has in flight, nor what is of a resource that has enough', async () => {
  const due = (await subscribed.fetch()).deliveries;
  expect(due).toHaveLength(1);
  const [{ id, resource }] = due as [DueDelivery];
  for (const excluded of [
    { ...NONE, inFlight: [id] },
    { ...NONE, excludedResources: [resource!] },
  ])
    expect((await subscribed.fetch(excluded)).deliveries).toEqual([]);
});

it('an attempt that is recorded while its event is erased goes with it', async () => {
  const { deliveryId } = await subscribed.delivery();
  const id = uuidOf('delivery', deliveryId);
  const { rows } = await service.pool.query<{ resource: string }>(
    'select resource from webhook_delivery where id = $1',
    [id],
  );
  const held = await HeldTransaction.begin(
    service,
    `with counted as (update webhook_delivery set attempts = 1 where id = $1 returning *)
     insert into webhook_attempt (tenant_id, delivery_id, event_id, number, url, started_at, duration_ms, response_body)
     select tenant_id, id, event_id, 1, '', now(), 0, '' from counted`,
    [id],
  );
  const erase = inContext({ tenantId: service.home.id }, () =>
    service.app.get(UnitOfWork).run(() => service.app.get(Events).erase([rows[0]!.resource])),
  );
  expect(await held.commitAheadOf(erase)).toEqual({ events: 1, deliveryAttempts: 1 });
  const left = await service.pool.query('select from webhook_attempt where delivery_id = $1', [id]);
  expect(left.rowCount).toBe(0);
});
