import { Injectable, type OnModuleInit } from '@nestjs/common';
import { TenantStore } from '../../../shared/auth/tenant-store.js';
import { PreparedReads } from '../../../shared/database/records/prepared-reads.js';
import { PreparedWrite, PreparedWrites } from '../../../shared/database/records/prepared-writes.js';
import { atPlace, ROW_PLACE, statusChange } from '../../../shared/database/driver/sql.js';
import { UnitOfWork } from '../../../shared/database/transactions/unit-of-work.js';
import { oldestDelivered } from '../../../shared/events/event-retention.js';
import { ForgetEventsHandler } from '../../../shared/events/forget-events.handler.js';
import type { LaneId } from '../../../shared/jobs/lane-dispatcher.js';
import { clock } from '../../../shared/kernel/clock.js';
import { detailOf, type CallFault } from '../calling/call-faults.js';
import { deliveryLifecycle } from './delivery.lifecycle.js';
import { lockReceiver } from '../subscriptions/subscription-reads.js';

const BATCH = 5000;

/** By the event's id, so newer weeks are not scanned, and by its time, because samples have ids of 2024. */
const waitingBefore = (oldest: string) =>
  `status = 'waiting' and event_id < first_uuid_of(${oldest}) and created_at < ${oldest}`;

/** One query for all tenants: usually there are none. */
export const EXPIRED_LANES = `
  select distinct tenant_id as "tenantId", subscription_id as id from webhook_delivery where ${waitingBefore('$1')}`;

const failed = statusChange(deliveryLifecycle, 'failed', 'd');

const EXPIRED: CallFault = 'expired';

export const failExpired = new PreparedWrite(
  'webhook_delivery.fail_expired',
  `with expired as (
     update webhook_delivery d set ${failed.set}, attempts = d.attempts + 1
     from (
       select ${ROW_PLACE}, event_id from webhook_delivery
       where tenant_id = $1 and subscription_id = $2 and ${waitingBefore('$3')} limit ${BATCH}
     ) found
     where d.tenant_id = $1 and d.event_id < first_uuid_of($3) and d.event_id = found.event_id
       and ${atPlace('d', 'found')}
     returning d.id, d.event_id, d.attempts
   )
   insert into webhook_attempt (
     tenant_id, delivery_id, event_id, number, url, started_at, duration_ms, error, detail, response_body
   )
   select $1, e.id, e.event_id, e.attempts, coalesce(s.url, ''), now(), 0, '${EXPIRED}', '${detailOf(EXPIRED)}', ''
   from expired e left join webhook_subscription s on s.tenant_id = $1 and s.id = $2`,
  { isPlannedAnew: true },
);

/** Fails deliveries that still wait when their event is too old, before both are deleted. An attempt records why. */
@Injectable()
export class ExpiredDeliveries implements OnModuleInit {
  constructor(
    private readonly forgetting: ForgetEventsHandler,
    private readonly tenants: TenantStore,
    private readonly unitOfWork: UnitOfWork,
    private readonly reads: PreparedReads,
    private readonly writes: PreparedWrites,
  ) {}

  onModuleInit(): void {
    this.forgetting.beforeForgetting(() => this.failAll());
  }

  private async failAll(): Promise<void> {
    const oldest = oldestDelivered(clock.now());
    const look = { text: EXPIRED_LANES, values: [oldest] };
    await this.tenants.forEachFound<LaneId>(look, ({ id }) => this.failOf(id, oldest));
  }

  /** Each batch is its own transaction: after a crash, the next run finds only the rest. */
  private async failOf(subscriptionId: string, oldest: Date): Promise<void> {
    const failBatch = async () => {
      const [, count] = await Promise.all([
        this.reads.one(lockReceiver, subscriptionId),
        this.writes.run(failExpired, subscriptionId, oldest),
      ]);
      return count;
    };
    while ((await this.unitOfWork.run(failBatch)) === BATCH);
  }
}
