import { EntityManager, LockMode } from '@mikro-orm/postgresql';
import { Injectable } from '@nestjs/common';
import { Lists, type PageRequest } from '../../shared/database/lists.js';
import { PreparedReads } from '../../shared/database/prepared-reads.js';
import { PreparedWrites } from '../../shared/database/prepared-writes.js';
import { Events } from '../../shared/events/events.js';
import type { Precondition } from '../../shared/kernel/precondition.js';
import { clock } from '../../shared/kernel/clock.js';
import { conflict, notFound } from '../../shared/kernel/errors.js';
import { newUuid } from '../../shared/kernel/ids.js';
import type { ListPage } from '../../shared/kernel/list-page.js';
import { domainView } from './link-views.js';
import type { TenantDomainEventKind } from './links.events.js';
import { domainById, domainList, insertDomain, linkOnDomain } from './tenant-domain-reads.js';
import { TenantDomain } from './tenant-domain.entity.js';
import type { CreateTenantDomain, TenantDomainView } from './tenant-domains.dto.js';

@Injectable()
export class TenantDomainsService {
  constructor(
    private readonly em: EntityManager,
    private readonly reads: PreparedReads,
    private readonly writes: PreparedWrites,
    private readonly lists: Lists,
    private readonly events: Events,
  ) {}

  list(query: PageRequest): Promise<ListPage<TenantDomainView>> {
    return this.lists.page(domainList, query, (rows) => rows.map(domainView));
  }

  async get(tenantDomainId: string): Promise<TenantDomainView> {
    const row = await this.reads.one(domainById, tenantDomainId);
    if (!row) throw notFound('domain');
    return domainView(row);
  }

  /** Who has the domain already is not told: it may be another tenant. */
  async create({ domain }: CreateTenantDomain): Promise<TenantDomainView> {
    const now = clock.now();
    const record = { id: newUuid(), domain, createdAt: now, updatedAt: now };
    const isFree = (await this.writes.run(insertDomain, record.id, domain, now)) === 1;
    if (!isFree) throw conflict('domain_taken', 'The domain is taken already.');
    return this.changed('tenant_domain.created', domainView(record));
  }

  async delete(tenantDomainId: string, precondition: Precondition): Promise<TenantDomainView> {
    const lockMode = LockMode.PESSIMISTIC_WRITE;
    const domain = await this.em.findOne(TenantDomain, tenantDomainId, { lockMode });
    if (!domain) throw notFound('domain');
    precondition.assertHolds(domainView(domain));
    if (await this.reads.one(linkOnDomain, tenantDomainId))
      throw conflict('domain_in_use', 'There are links on the domain; delete them or move them first.');
    this.em.remove(domain);
    return this.changed('tenant_domain.deleted', domainView(domain));
  }

  private changed(type: TenantDomainEventKind, view: TenantDomainView): TenantDomainView {
    this.events.record({ type, tenantDomainId: view.tenantDomainId });
    return view;
  }
}
