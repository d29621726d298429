import { Injectable } from '@nestjs/common';
import { PreparedReads } from '../../shared/database/prepared-reads.js';
import { PreparedWrites } from '../../shared/database/prepared-writes.js';
import { UnitOfWork } from '../../shared/database/unit-of-work.js';
import { eventEnvelope } from '../../shared/events/event-envelope.js';
import { wireId } from '../../shared/kernel/ids.js';
import type { LaneId } from '../../shared/jobs/lanes.js';
import type { Receiver, WaitingDelivery } from './waiting-delivery.js';
import type { Outcome } from './delivery-outcome.js';
import {
  dueDeliveries,
  holdBack,
  lockReceiver,
  MAX_LOOKED_UP,
  noteHealth,
  receiverById,
  recordAttempts,
  type DueRow,
  type ReceiverRow,
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
export class DeliveryStore {
  constructor(
    private readonly unitOfWork: UnitOfWork,
    private readonly reads: PreparedReads,
    private readonly writes: PreparedWrites,
    private readonly secrets: WebhookSecrets,
    private readonly subscriptions: SubscriptionSwitch,
  ) {}

  /** What is due, in order, without what is under way already and the resources that are closed for now. */
  async next(
    { tenantId, id }: LaneId,
    underway: readonly string[],
    closed: readonly string[],
  ): Promise<Work> {
    const [row, due] = await Promise.all([
      this.reads.one(receiverById, id),
      this.reads.all(dueDeliveries, id, underway, closed),
    ]);
    const hasMore = due.length === MAX_LOOKED_UP;
    const deliveries = due.filter(({ isHeldUp }) => !isHeldUp).map((each) => waiting(tenantId, each));
    const isInVain = due.length > 0 && deliveries.length === 0;
    // With more behind them the lane looks again at once; else it may wait for those that are under way.
    if (isInVain && (hasMore || underway.length === 0)) await this.holdBack(id, underway);
    return { receiver: await this.receiverOf(id, row), deliveries, hasMore };
  }

  /** Answers who it goes to from here on. */
  record({ id }: LaneId, outcomes: readonly Outcome[]): Promise<Receiver | undefined> {
    return this.unitOfWork.run(async () => {
      const isHealthy = outcomes.some(({ status }) => status === 'delivered');
      const [row] = await Promise.all([
        this.reads.one(lockReceiver, id),
        this.writes.run(recordAttempts, ...columnsOf(outcomes)),
        this.writes.run(noteHealth, id, isHealthy),
      ]);
      if (!row?.active) return undefined;
      const isGone = outcomes.some((outcome) => outcome.isGone);
      if (!isGone && (isHealthy || !row.isLost)) return this.receiverOf(id, row);
      await this.subscriptions.switchOff(id, isGone ? 'gone' : 'failing');
      return undefined;
    });
  }

  private async holdBack(id: string, underway: readonly string[]): Promise<void> {
    await this.unitOfWork.run(() =>
      Promise.all([this.reads.one(lockReceiver, id), this.writes.run(holdBack, id, underway)]),
    );
  }

  private async receiverOf(id: string, row: ReceiverRow | undefined): Promise<Receiver | undefined> {
    if (!row?.active) return undefined;
    const { url, isFailing, sealedSecret, previousSealedSecret } = row;
    const sealed = [sealedSecret, ...(previousSealedSecret ? [previousSealedSecret] : [])];
    const secrets = await Promise.all(sealed.map((each) => this.secrets.open(id, each)));
    return { url, keys: secrets.map(signingKey), isFailing };
  }
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
