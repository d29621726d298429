import { Injectable } from '@nestjs/common';
import { PreparedReads } from '../../shared/database/prepared-reads.js';
import { PreparedWrites } from '../../shared/database/prepared-writes.js';
import { UnitOfWork } from '../../shared/database/unit-of-work.js';
import { eventEnvelope } from '../../shared/events/event-envelope.js';
import { clock } from '../../shared/kernel/clock.js';
import { wireId } from '../../shared/kernel/ids.js';
import type { LaneId } from '../../shared/jobs/lanes.js';
import type { Receiver, WaitingDelivery } from './waiting-delivery.js';
import type { Outcome } from './delivery-outcome.js';
import {
  AHEAD,
  dueDeliveries,
  holdBack,
  noteHealth,
  receiverById,
  recordAttempts,
  type DueRow,
} from './delivery-sql.js';
import { SubscriptionSwitch } from './subscription-switch.js';
import { WebhookSecrets } from './webhook-secrets.js';
import { signingKey } from './webhook-signatures.js';

/** What a lane finds to do. */
interface Work {
  /** None where the subscription is gone or switched off. */
  receiver?: Receiver;
  deliveries: WaitingDelivery[];
  hasMore: boolean;
}

/** What waits to be delivered, and what became of it. */
@Injectable()
export class DeliveryBook {
  constructor(
    private readonly unitOfWork: UnitOfWork,
    private readonly reads: PreparedReads,
    private readonly writes: PreparedWrites,
    private readonly secrets: WebhookSecrets,
    private readonly subscriptions: SubscriptionSwitch,
  ) {}

  /** What is due, in order, without what is under way already. */
  async next({ tenantId, id: subscriptionId }: LaneId, underway: readonly string[]): Promise<Work> {
    const [receiver, due] = await Promise.all([
      this.receiver(subscriptionId),
      this.reads.all(dueDeliveries, subscriptionId, underway),
    ]);
    if (due.length + underway.length === 0)
      await this.unitOfWork.run(() => this.writes.run(holdBack, subscriptionId));
    const deliveries = due.map((row) => waiting(tenantId, row));
    return { receiver, deliveries, hasMore: due.length === AHEAD };
  }

  /** Answers whether the subscription is still on. */
  record({ id: subscriptionId }: LaneId, receiver: Receiver, outcomes: readonly Outcome[]): Promise<boolean> {
    return this.unitOfWork.run(async () => {
      const isHealthy = outcomes.some(({ status }) => status === 'delivered');
      await Promise.all([
        this.writes.run(recordAttempts, ...columnsOf(outcomes)),
        this.writes.run(noteHealth, subscriptionId, isHealthy),
      ]);
      if (outcomes.some(({ isGone }) => isGone)) return this.subscriptions.switchOff(subscriptionId, 'gone');
      if (isHealthy || !isLost(receiver)) return true;
      return this.subscriptions.switchOff(subscriptionId, 'failing');
    });
  }

  private async receiver(subscriptionId: string): Promise<Receiver | undefined> {
    const row = await this.reads.one(receiverById, subscriptionId);
    if (!row) return undefined;
    const { url, failingSince, sealedSecret, previousSealedSecret } = row;
    const sealed = [sealedSecret, ...(previousSealedSecret ? [previousSealedSecret] : [])];
    const secrets = await Promise.all(sealed.map((each) => this.secrets.open(subscriptionId, each)));
    return { url, keys: secrets.map(signingKey), failingSince };
  }
}

const DAY_MS = 86_400_000;
const MOST_FAILING_DAYS = 5;

/** It has failed for so long, without a break, that nobody will mend it. */
function isLost({ failingSince }: Receiver): boolean {
  return failingSince !== null && clock.now().getTime() - failingSince >= MOST_FAILING_DAYS * DAY_MS;
}

function waiting(
  tenantId: string,
  { id, eventId, resource, tries, dueAt, payload, createdAt }: DueRow,
): WaitingDelivery {
  const body = JSON.stringify(eventEnvelope({ id: eventId, tenantId, payload, createdAt }));
  return { id, eventId: wireId('event', eventId), resource, tries, dueAt, body };
}

/** One array a column, as the statement takes them. */
function columnsOf(outcomes: readonly Outcome[]): unknown[][] {
  const rows = outcomes.map(({ delivery, status, tries, delayMs, attempt }) => [
    ...[delivery.id, delivery.dueAt, status, tries, delayMs, attempt.url, attempt.at, attempt.durationMs],
    ...[attempt.status, attempt.error, attempt.detail, attempt.responseBody],
  ]);
  return rows[0]!.map((_, column) => rows.map((row) => row[column]));
}
