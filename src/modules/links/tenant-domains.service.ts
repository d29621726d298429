import { EntityManager } from '@mikro-orm/postgresql';
import { Injectable } from '@nestjs/common';
import { Lists, type PageRequest } from '../../shared/database/lists.js';
import { PreparedReads } from '../../shared/database/prepared-reads.js';
import { PreparedWrite, PreparedWrites } from '../../shared/database/prepared-writes.js';
import { RecordLock } from '../../shared/database/record-lock.js';
import { Events } from '../../shared/events/events.js';
import { conflict, notFound } from '../../shared/kernel/errors.js';
import type { ListPage } from '../../shared/kernel/list-page.js';
import type { Precondition } from '../../shared/kernel/precondition.js';
import type { TenantDomainEventKind } from './links.events.js';
import { anyLinkOnDomain, domainById, domainList, domainView } from './tenant-domain-reads.js';
import { newTenantDomainColumns, TenantDomain } from './tenant-domain.entity.js';
import type { CreateTenantDomain, TenantDomainView } from './tenant-domains.dto.js';

/** Writes nothing where any tenant has the domain. */
const insertDomain = PreparedWrite.insert(
  'tenant_domain',
  newTenantDomainColumns.columns,
  'on conflict (domain) do nothing',
);

@Injectable()
export class TenantDomainsService {
  constructor(
    private readonly em: EntityManager,
    private readonly recordLock: RecordLock,
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
  async create(body: CreateTenantDomain): Promise<TenantDomainView> {
    const domain = TenantDomain.create(body);
    const count = await this.writes.run(insertDomain, ...newTenantDomainColumns.toParams(domain));
    if (count === 0) throw conflict('domain_taken', 'The domain is taken already.');
    return this.record('tenant_domain.created', domainView(domain));
  }

  async delete(tenantDomainId: string, precondition: Precondition): Promise<TenantDomainView> {
    const domain = await this.recordLock.findOne(TenantDomain, { id: tenantDomainId });
    if (!domain) throw notFound('domain');
    precondition.assertHolds(domainView(domain));
    if (await this.reads.one(anyLinkOnDomain, tenantDomainId))
      throw conflict('domain_in_use', 'There are links on the domain; delete them or move them first.');
    this.em.remove(domain);
    return this.record('tenant_domain.deleted', domainView(domain));
  }

  private record(type: TenantDomainEventKind, view: TenantDomainView): TenantDomainView {
    this.events.record({ type, tenantDomainId: view.tenantDomainId });
    return view;
  }
}
