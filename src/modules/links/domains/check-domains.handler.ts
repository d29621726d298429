import { EntityManager } from '@mikro-orm/postgresql';
import { Injectable } from '@nestjs/common';
import { TenantStore } from '../../../shared/auth/tenant-store.js';
import { violatedUnique } from '../../../shared/database/driver/postgres-errors.js';
import { RecordLock } from '../../../shared/database/transactions/record-lock.js';
import { UnitOfWork } from '../../../shared/database/transactions/unit-of-work.js';
import { Events } from '../../../shared/events/events.js';
import { Handles, type JobHandler } from '../../../shared/jobs/job-handlers.js';
import { clock } from '../../../shared/kernel/clock.js';
import { wireId } from '../../../shared/kernel/ids.js';
import { DomainProofs, type ProofFault } from './domain-proof.js';
import { checkDomains } from './domains.jobs.js';
import { TenantDomain } from './tenant-domain.entity.js';

const BATCH = 50;

/** The index `tenant_domain_due` has the same order. */
export const DUE_DOMAINS = `
  select tenant_id as "tenantId", id as "tenantDomainId", domain, proof_token as "proofToken" from tenant_domain
  where next_check_at <= $1 order by next_check_at limit ${BATCH}`;

interface DueDomain {
  tenantId: string;
  tenantDomainId: string;
  domain: string;
  proofToken: string;
}

/** Queries name servers outside any unit of work, and for a whole batch at once: some of them never answer. */
@Injectable()
@Handles(checkDomains)
export class CheckDomainsHandler implements JobHandler {
  constructor(
    private readonly tenants: TenantStore,
    private readonly proofs: DomainProofs,
    private readonly unitOfWork: UnitOfWork,
    private readonly recordLock: RecordLock,
    private readonly em: EntityManager,
    private readonly events: Events,
  ) {}

  async handle(): Promise<void> {
    const due = { text: DUE_DOMAINS, values: [clock.now()] };
    const check = (domain: DueDomain) => this.check(domain);
    while ((await this.tenants.forEachFound<DueDomain>(due, check, { atOnce: BATCH })) === BATCH);
  }

  private async check(due: DueDomain): Promise<void> {
    const fault = await this.proofs.faultOf(due);
    const note = (found: ProofFault | undefined) =>
      this.unitOfWork.run(() => this.note(due.tenantDomainId, found));
    await note(fault).catch((error: unknown) => {
      if (violatedUnique(error) !== 'tenant_domain_proven') throw error;
      return note('proven_by_another');
    });
  }

  private async note(tenantDomainId: string, fault: ProofFault | undefined): Promise<void> {
    const domain = await this.recordLock.findOne(TenantDomain, { id: tenantDomainId });
    // The domain was deleted during the check.
    if (!domain) return;
    const wasProven = domain.isProven;
    if (fault) domain.missProof(fault);
    else domain.prove();
    await this.em.flush();
    if (domain.isProven === wasProven) return;
    const type = domain.isProven ? 'tenant_domain.proven' : 'tenant_domain.released';
    this.events.record({ type, tenantDomainId: wireId('domain', domain.id) });
  }
}
