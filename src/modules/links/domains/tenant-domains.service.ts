import { EntityManager } from '@mikro-orm/postgresql';
import { Injectable } from '@nestjs/common';
import { fieldsOfNew, type FieldChanges } from '../../../shared/audit/field-changes.js';
import { Lists, type PageRequest } from '../../../shared/database/lists/lists.js';
import { PreparedReads } from '../../../shared/database/records/prepared-reads.js';
import { PreparedWrite, PreparedWrites } from '../../../shared/database/records/prepared-writes.js';
import { RecordLock } from '../../../shared/database/transactions/record-lock.js';
import { TenantLock } from '../../../shared/database/transactions/tenant-lock.js';
import { ValueTaken } from '../../../shared/database/transactions/value-taken.js';
import { Events } from '../../../shared/events/events.js';
import { Jobs } from '../../../shared/jobs/jobs.js';
import { conflict, notFound } from '../../../shared/kernel/errors.js';
import { wireId } from '../../../shared/kernel/ids.js';
import type { ListPage } from '../../../shared/answers/list-page.js';
import type { Precondition } from '../../../shared/kernel/precondition.js';
import type { TenantDomainEventKind } from './domains.events.js';
import { checkDomains } from './domains.jobs.js';
import {
  anyLinkOnDomain,
  domainById,
  domainList,
  domainNamed,
  domainView,
  unprovenCount,
} from './tenant-domain-reads.js';
import { TenantDomain, tenantDomainColumns } from './tenant-domain.entity.js';
import type { CreateTenantDomain, TenantDomainView } from './tenant-domains.dto.js';
import { assertWithinLimit } from './unproven-domains.js';

/** Writes nothing if the tenant has the domain. */
const insertDomain = PreparedWrite.insert(
  'tenant_domain',
  tenantDomainColumns.columns,
  'on conflict (tenant_id, domain) do nothing',
);

const DOMAIN = { kind: 'domain', scope: 'domains:read' } as const;

@Injectable()
export class TenantDomainsService {
  constructor(
    private readonly em: EntityManager,
    private readonly recordLock: RecordLock,
    private readonly tenantLock: TenantLock,
    private readonly reads: PreparedReads,
    private readonly writes: PreparedWrites,
    private readonly lists: Lists,
    private readonly events: Events,
    private readonly jobs: Jobs,
  ) {}

  list(query: PageRequest): Promise<ListPage<TenantDomainView>> {
    return this.lists.page(domainList, query, (rows) => rows.map(domainView));
  }

  async get(tenantDomainId: string): Promise<TenantDomainView> {
    const row = await this.reads.one(domainById, tenantDomainId);
    if (!row) throw notFound('domain');
    return domainView(row);
  }

  /** Other tenants may claim the same domain: it belongs to the tenant that proves it. */
  async create(body: CreateTenantDomain): Promise<TenantDomainView> {
    await this.tenantLock.acquire('domains');
    const unproven = await this.reads.one(unprovenCount);
    assertWithinLimit(unproven!.count);
    const domain = TenantDomain.create(body);
    const isNew = await this.writes.run(insertDomain, ...tenantDomainColumns.toParams(domain));
    if (!isNew) throw this.domainTaken(domain);
    return this.record('tenant_domain.created', domainView(domain), fieldsOfNew(domain));
  }

  /** A job does the check, because name servers can be slow. */
  async check(tenantDomainId: string): Promise<TenantDomainView> {
    const domain = await this.load(tenantDomainId);
    domain.checkSoon();
    this.events.recordForAudit('tenant_domain.check_requested', wireId('domain', tenantDomainId));
    await this.jobs.enqueue(checkDomains, {});
    return domainView(domain);
  }

  async delete(tenantDomainId: string, precondition: Precondition): Promise<TenantDomainView> {
    const domain = await this.load(tenantDomainId);
    precondition.assertHolds(domainView(domain));
    if (await this.reads.one(anyLinkOnDomain, tenantDomainId))
      throw conflict('domain_in_use', 'There are links on the domain; delete or move them first.');
    this.em.remove(domain);
    return this.record('tenant_domain.deleted', domainView(domain));
  }

  private domainTaken({ domain }: TenantDomain): ValueTaken {
    const message = 'The tenant already has this domain.';
    const value = { code: 'domain_taken', message, pointer: '/domain', ...DOMAIN } as const;
    return new ValueTaken(value, () => this.reads.one(domainNamed, domain));
  }

  private async load(tenantDomainId: string): Promise<TenantDomain> {
    const domain = await this.recordLock.findOne(TenantDomain, { id: tenantDomainId });
    if (!domain) throw notFound('domain');
    return domain;
  }

  private record(
    type: TenantDomainEventKind,
    view: TenantDomainView,
    changes?: FieldChanges,
  ): TenantDomainView {
    this.events.record({ type, tenantDomainId: view.tenantDomainId }, changes);
    return view;
  }
}
