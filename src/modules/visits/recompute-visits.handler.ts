import { Injectable, Logger } from '@nestjs/common';
import { TenantStore } from '../../shared/auth/tenant-store.js';
import { PreparedRead, PreparedReads } from '../../shared/database/prepared-reads.js';
import { UnitOfWork } from '../../shared/database/unit-of-work.js';
import { Handles, type JobContext, type JobHandler } from '../../shared/jobs/job-handlers.js';
import { VisitComputer } from './visit-computer.js';
import { VISIT_RULES } from './visit-rules.js';
import { recomputeVisits } from './visits.jobs.js';

const STEP = 500;

/** The oldest rules of each tenant, from one tenant to the next: its other visits are not looked at. */
const oldestRules = (after: string) => `
  (select v.tenant_id, v.rules from visit v where v.rules is not null ${after} order by v.tenant_id, v.rules limit 1)`;

export const TENANTS_WITH_OUTDATED_VISITS = `
  with recursive oldest as (
    ${oldestRules('')}
    union all
    select next.* from oldest o, lateral ${oldestRules('and v.tenant_id > o.tenant_id')} next
  )
  select tenant_id as "tenantId" from oldest where rules < ${VISIT_RULES}`;

const outdatedVisits = new PreparedRead<{ id: string }>(
  'visit.outdated',
  `select id from visit where tenant_id = $1 and rules < ${VISIT_RULES} order by rules, id limit ${STEP}`,
);

/** Each visit is a transaction of its own: after a crash, the next run goes on with the rest. */
@Injectable()
@Handles(recomputeVisits)
export class RecomputeVisitsHandler implements JobHandler {
  private readonly logger = new Logger('visits');

  constructor(
    private readonly tenants: TenantStore,
    private readonly reads: PreparedReads,
    private readonly unitOfWork: UnitOfWork,
    private readonly computer: VisitComputer,
  ) {}

  async handle(_data: object, { signal }: JobContext): Promise<void> {
    await this.tenants.forEachFound({ text: TENANTS_WITH_OUTDATED_VISITS, values: [] }, () =>
      this.recomputeAll(signal),
    );
  }

  private async recomputeAll(signal: AbortSignal): Promise<void> {
    for (let done = 0; ;) {
      const found = await this.reads.all(outdatedVisits);
      for (const { id } of found) {
        if (signal.aborted) return;
        await this.unitOfWork.run(() => this.computer.recompute(id));
      }
      done += found.length;
      if (found.length > 0) this.logger.log({ msg: 'visits were computed anew', done, rules: VISIT_RULES });
      if (found.length < STEP) return;
    }
  }
}
