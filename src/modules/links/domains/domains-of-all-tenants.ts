import { Injectable } from '@nestjs/common';
import { TenantStore } from '../../../shared/auth/tenant-store.js';
import { RecordLock } from '../../../shared/database/transactions/record-lock.js';
import { millis } from '../../../shared/database/driver/sql.js';
import { UnitOfWork } from '../../../shared/database/transactions/unit-of-work.js';
import { Events } from '../../../shared/events/events.js';
import { hostNameOf } from '../../../shared/kernel/texts/domain-name.js';
import { wireId } from '../../../shared/kernel/ids.js';
import { TenantDomain } from './tenant-domain.entity.js';

/** A domain as an operator sees it. */
export interface ListedDomain {
  tenantId: string;
  tenantName: string;
  domain: string;
  isProven: boolean;
  provenUntil: number | null;
  checkedAt: number | null;
  checkFault: string | null;
}

const ALL = `
  select d.tenant_id as "tenantId", t.name as "tenantName", d.domain, d.is_proven as "isProven",
    ${millis('d.proven_until')} as "provenUntil", ${millis('d.checked_at')} as "checkedAt", d.check_fault as "checkFault"
  from tenant_domain d join tenant t on t.id = d.tenant_id order by d.domain, d.created_at`;

const HOLDER = 'select tenant_id as "tenantId", id from tenant_domain where domain = $1 and is_proven';

/** For operators. */
@Injectable()
export class DomainsOfAllTenants {
  constructor(
    private readonly tenants: TenantStore,
    private readonly unitOfWork: UnitOfWork,
    private readonly recordLock: RecordLock,
    private readonly events: Events,
  ) {}

  list(): Promise<ListedDomain[]> {
    return this.tenants.rowsOfAll<ListedDomain>({ text: ALL, values: [] });
  }

  /** Returns whether a tenant had proven the domain. */
  async release(name: string): Promise<boolean> {
    const holder = { text: HOLDER, values: [hostNameOf(name) ?? ''] };
    const released = await this.tenants.forOwner<{ tenantId: string; id: string }, boolean>(
      holder,
      ({ id }) =>
        this.unitOfWork.run(async () => {
          const domain = await this.recordLock.findOne(TenantDomain, { id });
          if (!domain?.isProven) return false;
          domain.release();
          this.events.record({ type: 'tenant_domain.released', tenantDomainId: wireId('domain', id) });
          return true;
        }),
    );
    return released ?? false;
  }
}
