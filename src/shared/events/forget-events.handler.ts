import { Injectable } from '@nestjs/common';
import { TenantStore } from '../auth/tenant-store.js';
import { PreparedWrite, PreparedWrites } from '../database/prepared-writes.js';
import { UnitOfWork } from '../database/unit-of-work.js';
import { clock } from '../kernel/clock.js';
import { Handles, type JobHandler } from '../jobs/job-handlers.js';
import { EVENT_RETENTION_DAYS, forgetEvents } from './events.jobs.js';

const DAY_MS = 86_400_000;
const BATCH = 1000;

const forget = new PreparedWrite(
  'event.forget',
  `delete from event where tenant_id = $1 and id = any (array(
     select id from event where tenant_id = $1 and created_at <= $2 order by created_at, seq limit ${BATCH}
   ))`,
);

/** Removes what has been kept for long enough, oldest first. Each batch stands for itself. */
@Injectable()
@Handles(forgetEvents)
export class ForgetEventsHandler implements JobHandler {
  constructor(
    private readonly tenants: TenantStore,
    private readonly unitOfWork: UnitOfWork,
    private readonly writes: PreparedWrites,
  ) {}

  async handle(): Promise<void> {
    const oldest = new Date(clock.now().getTime() - EVENT_RETENTION_DAYS * DAY_MS);
    await this.tenants.forEach(async () => {
      while ((await this.unitOfWork.run(() => this.writes.run(forget, oldest))) === BATCH);
    });
  }
}
