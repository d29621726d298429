import { Injectable } from '@nestjs/common';
import { Lists } from '../../../shared/database/lists/lists.js';
import { PreparedReads } from '../../../shared/database/records/prepared-reads.js';
import { PreparedWrites } from '../../../shared/database/records/prepared-writes.js';
import { RecordLock } from '../../../shared/database/transactions/record-lock.js';
import { oldestDelivered } from '../../../shared/events/event-retention.js';
import { Events } from '../../../shared/events/events.js';
import { momentOf } from '../../../shared/kernel/wire-time.js';
import { clock } from '../../../shared/kernel/clock.js';
import { conflict, notFound } from '../../../shared/kernel/errors.js';
import { newUuid, uuidOf, wireId } from '../../../shared/kernel/ids.js';
import type { ListPage } from '../../../shared/answers/list-page.js';
import type {
  DeliveriesQuery,
  DeliveryDetailsView,
  DeliveryView,
  ReplayEvents,
  ReplayView,
  TestDeliveryView,
} from './deliveries.dto.js';
import {
  countEventsInRange,
  deliveryById,
  deliveryDetailsView,
  deliveryList,
  deliveryView,
} from './delivery-reads.js';
import { DeliverySignals } from './delivery-signals.js';
import { deliverEvent, replayEvents, retryDelivery } from './delivery-writes.js';
import { assertWithinLimit } from './replay-limit.js';
import { lockReceiver, subscriptionById } from '../subscriptions/subscription-reads.js';

@Injectable()
export class DeliveriesService {
  constructor(
    private readonly recordLock: RecordLock,
    private readonly reads: PreparedReads,
    private readonly writes: PreparedWrites,
    private readonly lists: Lists,
    private readonly events: Events,
    private readonly signals: DeliverySignals,
  ) {}

  async list(subscriptionId: string, query: DeliveriesQuery): Promise<ListPage<DeliveryView>> {
    if (!(await this.reads.one(subscriptionById, subscriptionId))) throw notFound('webhook');
    const { status, eventId, ...page } = query;
    const filter = { subscriptionId, status, eventId };
    return this.lists.page(deliveryList, page, (rows) => rows.map(deliveryView), filter);
  }

  async get(subscriptionId: string, deliveryId: string): Promise<DeliveryDetailsView> {
    const row = await this.reads.one(deliveryById, subscriptionId, deliveryId);
    if (!row) throw notFound('delivery');
    return deliveryDetailsView(row);
  }

  async retry(subscriptionId: string, deliveryId: string): Promise<DeliveryDetailsView> {
    const { request, eventId, createdAt } = await this.get(subscriptionId, deliveryId);
    await this.lockActive(subscriptionId);
    if (!request || momentOf(createdAt) < oldestDelivered(clock.now()))
      throw conflict('event_gone', 'The event is too old to be delivered.');
    await this.writes.run(retryDelivery, uuidOf('event', eventId), deliveryId);
    const subscription = wireId('webhook', subscriptionId);
    this.events.recordForAudit('webhook_delivery.retried', wireId('delivery', deliveryId), subscription);
    this.signals.tellAfterCommit();
    return this.get(subscriptionId, deliveryId);
  }

  async replay(subscriptionId: string, { from, to, dryRun = false }: ReplayEvents): Promise<ReplayView> {
    const now = clock.now();
    const [asked, oldest] = [momentOf(from), oldestDelivered(now)];
    const range = [asked < oldest ? oldest : asked, to === undefined ? now : momentOf(to)];
    await this.lockActive(subscriptionId);
    const found = await this.reads.one(countEventsInRange, subscriptionId, ...range);
    const eventsCount = found!.count;
    if (!dryRun) {
      assertWithinLimit(eventsCount);
      await this.writes.run(replayEvents, subscriptionId, ...range);
      this.events.recordForAudit('webhook_subscription.replayed', wireId('webhook', subscriptionId));
      this.signals.tellAfterCommit();
    }
    return { dryRun, eventsCount };
  }

  async sendTest(subscriptionId: string): Promise<TestDeliveryView> {
    await this.lockActive(subscriptionId);
    const deliveryId = newUuid();
    const eventId = this.events.record({
      type: 'webhook_subscription.tested',
      subscriptionId: wireId('webhook', subscriptionId),
    });
    this.writes.atCommit(deliverEvent, deliveryId, subscriptionId, eventId);
    return { deliveryId: wireId('delivery', deliveryId), eventId: wireId('event', eventId) };
  }

  /** Locks the subscription, so it stays active until this transaction ends. */
  private async lockActive(subscriptionId: string): Promise<void> {
    await this.recordLock.wait(subscriptionId);
    const receiver = await this.reads.one(lockReceiver, subscriptionId);
    if (!receiver) throw notFound('webhook');
    if (!receiver.active)
      throw conflict('subscription_inactive', 'The subscription is inactive; activate it first.');
  }
}
