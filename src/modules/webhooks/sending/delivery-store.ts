import { Injectable } from '@nestjs/common';
import type { RecordOf } from '../../../shared/database/records/column-map.js';
import { detached } from '../../../shared/database/records/detached.js';
import { PreparedReads } from '../../../shared/database/records/prepared-reads.js';
import { PreparedWrite, PreparedWrites } from '../../../shared/database/records/prepared-writes.js';
import { UnitOfWork } from '../../../shared/database/transactions/unit-of-work.js';
import { eventText } from '../../../shared/events/event-envelope.js';
import { Events } from '../../../shared/events/events.js';
import type { LaneId } from '../../../shared/jobs/lane-dispatcher.js';
import { wireId } from '../../../shared/kernel/ids.js';
import { recordAttempts, toAttemptParams } from './delivery-attempts.js';
import type { DueDelivery, Outcome } from './delivery-outcome.js';
import type { Receiver } from './delivery-sender.js';
import { cancelWaiting } from '../deliveries/delivery-writes.js';
import { dueDeliveries, MAX_FETCHED, postponeBlocked, type DueRow } from './due-deliveries.js';
import { lockReceiver, receiverById } from '../subscriptions/subscription-reads.js';
import { WebhookSecrets } from '../subscriptions/webhook-secrets.js';
import { signingKey } from '../../../shared/kernel/webhook-signatures.js';
import {
  healthFields,
  receiverColumns,
  WebhookSubscription,
} from '../subscriptions/webhook-subscription.entity.js';

/** Deliveries that a fetch must not return. */
interface Excluded {
  inFlight: readonly string[];
  excludedResources: readonly string[];
}

interface Fetched {
  /** Undefined if the subscription is deleted or inactive. */
  receiver?: Receiver;
  /** In sending order. */
  deliveries: DueDelivery[];
  hasMore: boolean;
}

const updateHealth = new PreparedWrite(
  'webhook_subscription.update_health',
  `update webhook_subscription set ${healthFields.assignments(3)} where tenant_id = $1 and id = $2`,
);

/** Finds the due deliveries of a lane, and saves their outcomes. */
@Injectable()
export class DeliveryStore {
  constructor(
    private readonly unitOfWork: UnitOfWork,
    private readonly reads: PreparedReads,
    private readonly writes: PreparedWrites,
    private readonly secrets: WebhookSecrets,
    private readonly events: Events,
  ) {}

  async fetchDue({ tenantId, id }: LaneId, { inFlight, excludedResources }: Excluded): Promise<Fetched> {
    const [row, due] = await Promise.all([
      this.reads.one(receiverById, id),
      this.reads.all(dueDeliveries, id, inFlight, excludedResources),
    ]);
    const hasMore = due.length === MAX_FETCHED;
    const deliveries = due.filter(({ isBlocked }) => !isBlocked).map((row) => dueDelivery(tenantId, row));
    const areAllBlocked = due.length > 0 && deliveries.length === 0;
    // If there are more, the lane fetches again at once; otherwise it may wait for those in flight.
    if (areAllBlocked && (hasMore || inFlight.length === 0)) await this.postponeBlocked(id, inFlight);
    const receiver = row && (await this.receiverOf(subscriptionOf(row), new Date(row.now)));
    return { receiver, deliveries, hasMore };
  }

  /** Returns the receiver of the next deliveries. */
  saveOutcomes({ id }: LaneId, outcomes: readonly Outcome[]): Promise<Receiver | undefined> {
    return this.unitOfWork.run(async () => {
      const [row] = await Promise.all([
        this.reads.one(lockReceiver, id),
        this.writes.run(recordAttempts, ...toAttemptParams(outcomes)),
      ]);
      if (!row?.active) return undefined;
      const [subscription, now] = [subscriptionOf(row), new Date(row.now)];
      const hasSuccess = outcomes.some(({ status }) => status === 'delivered');
      const isGone = outcomes.some((outcome) => outcome.isGone);
      if (subscription.receiveResults({ hasSuccess, isGone }, now)) await this.saveHealth(subscription);
      return this.receiverOf(subscription, now);
    });
  }

  private async saveHealth(subscription: WebhookSubscription): Promise<void> {
    const { id, active, disabledReason } = subscription;
    this.writes.atCommit(updateHealth, id, ...healthFields.toParams(subscription));
    if (active) return;
    await this.writes.run(cancelWaiting, id);
    const subscriptionId = wireId('webhook', id);
    this.events.record({
      type: 'webhook_subscription.disabled',
      subscriptionId,
      disabledReason: disabledReason!,
    });
  }

  private async postponeBlocked(id: string, inFlight: readonly string[]): Promise<void> {
    await this.unitOfWork.run(() =>
      Promise.all([this.reads.one(lockReceiver, id), this.writes.run(postponeBlocked, id, inFlight)]),
    );
  }

  private async receiverOf(subscription: WebhookSubscription, now: Date): Promise<Receiver | undefined> {
    const { id, url, active } = subscription;
    if (!active) return undefined;
    const sealed = subscription.sealedSecretsAt(now);
    const secrets = await Promise.all(sealed.map((secret) => this.secrets.open(id, secret)));
    return { url, keys: secrets.map(signingKey), isFailing: subscription.isFailing() };
  }
}

function subscriptionOf(row: RecordOf<typeof receiverColumns>): WebhookSubscription {
  return detached(WebhookSubscription, receiverColumns.fromRow(row));
}

function dueDelivery(
  tenantId: string,
  { id, eventId, resource, tries, dueAt, payload, createdAt }: DueRow,
): DueDelivery {
  const body = eventText({ id: eventId, tenantId, payload, createdAt });
  return { id, eventId, resource, tries, dueAt, body };
}
