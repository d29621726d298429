import { Injectable, Logger } from '@nestjs/common';
import { TenantStore } from '../../shared/auth/tenant-store.js';
import { PreparedRead, PreparedReads } from '../../shared/database/records/prepared-reads.js';
import { UnitOfWork } from '../../shared/database/transactions/unit-of-work.js';
import { Handles, type JobContext, type JobHandler } from '../../shared/jobs/job-handlers.js';
import { VisitComputer } from './computing/visit-computer.js';
import { VISIT_RULES } from './computing/visit-session.js';
import { recomputeVisits } from './visits.jobs.js';

const STEP = 500;

/** The oldest rules version of each tenant. Skips from tenant to tenant without reading the other visits. */
const oldestRules = (after: string) => `
  (select v.tenant_id, v.rules from visit v where v.rules is not null ${after} order by v.tenant_id, v.rules limit 1)`;

export const TENANTS_WITH_OUTDATED_VISITS = `
  with recursive oldest as (
    ${oldestRules('')}
    union all
    select next.* from oldest o, lateral ${oldestRules('and v.tenant_id > o.tenant_id')} next
  )
  select tenant_id as "tenantId" from oldest where rules < ${VISIT_RULES}`;

interface OutdatedVisit {
  id: string;
  rules: number;
}

/** Excludes ongoing visits: they are computed with the current rules when they are over. */
const outdatedVisits = new PreparedRead<OutdatedVisit>(
  'visit.outdated',
  `select id, rules from visit
   where tenant_id = $1 and rules < ${VISIT_RULES} and due_at is null and (rules, id) > ($2::int, $3::uuid)
   order by rules, id limit ${STEP}`,
);

const BEFORE_ALL: OutdatedVisit = { id: '00000000-0000-0000-0000-000000000000', rules: -1 };

/** Recomputes each visit in its own transaction: after a crash, the next run continues with the rest. */
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
    let last: OutdatedVisit | undefined = BEFORE_ALL;
    for (let done = 0; last && !signal.aborted;) {
      const found: OutdatedVisit[] = await this.reads.all(outdatedVisits, last.rules, last.id);
      for (const { id } of found) if (!signal.aborted) await this.recompute(id);
      done += found.length;
      if (found.length > 0) this.logger.log({ msg: 'visits recomputed', done, rules: VISIT_RULES });
      last = found.at(-1);
    }
  }

  /** A visit that fails does not block the others; the next run retries it. */
  private async recompute(id: string): Promise<void> {
    try {
      await this.unitOfWork.run(() => this.computer.recompute(id));
    } catch (error) {
      this.logger.error({ msg: 'a visit could not be recomputed', visitId: id, error });
    }
  }
}
