import { Injectable } from '@nestjs/common';
import { TenantStore } from '../../shared/auth/tenant-store.js';
import { PreparedWrite, PreparedWrites } from '../../shared/database/prepared-writes.js';
import { statusChange } from '../../shared/database/sql.js';
import { UnitOfWork } from '../../shared/database/unit-of-work.js';
import { Handles, type JobHandler } from '../../shared/jobs/job-handlers.js';
import { deliveryLifecycle } from './delivery.lifecycle.js';
import { forgetDeliveries } from './webhooks.jobs.js';

/** For how long attempts are kept, and with them their deliveries. */
const DAYS_KEPT = 30;

const BATCH = 5000;

const TOO_OLD = `< now() - make_interval(days => $2)`;

const forgetAttempts = new PreparedWrite(
  'webhook_attempt.forget',
  `delete from webhook_attempt where tenant_id = $1 and (delivery_id, number) in (
     select delivery_id, number from webhook_attempt where tenant_id = $1 and started_at ${TOO_OLD} limit ${BATCH}
   )`,
);

const failed = statusChange(deliveryLifecycle, 'failed', 'd');

/** Without its event there is nothing to deliver. Left alone, its lane would be run in vain each second. */
const failWithoutEvent = new PreparedWrite(
  'webhook_delivery.fail_without_event',
  `update webhook_delivery set ${failed.set} where tenant_id = $1 and id = any (array(
     select d.id from webhook_delivery d
     where d.tenant_id = $1 and d.created_at ${TOO_OLD} and ${failed.where}
       and not exists (select from event e where e.tenant_id = $1 and e.id = d.event_id)
     limit ${BATCH}
   ))`,
);

/** A delivery is kept as long as one of its attempts. */
const forgetUnattempted = new PreparedWrite(
  'webhook_delivery.forget',
  `delete from webhook_delivery where tenant_id = $1 and id = any (array(
     select d.id from webhook_delivery d
     where d.tenant_id = $1 and d.created_at ${TOO_OLD}
       and not exists (select from webhook_attempt a where a.tenant_id = $1 and a.delivery_id = d.id)
     limit ${BATCH}
   ))`,
);

/** Each batch is a transaction of its own: what was done before a crash is done, and the rest is found again. */
@Injectable()
@Handles(forgetDeliveries)
export class ForgetDeliveriesHandler implements JobHandler {
  constructor(
    private readonly tenants: TenantStore,
    private readonly unitOfWork: UnitOfWork,
    private readonly writes: PreparedWrites,
  ) {}

  async handle(): Promise<void> {
    await this.tenants.forEach(async () => {
      for (const forget of [failWithoutEvent, forgetAttempts, forgetUnattempted]) {
        while ((await this.unitOfWork.run(() => this.writes.run(forget, DAYS_KEPT))) === BATCH);
      }
    });
  }
}
