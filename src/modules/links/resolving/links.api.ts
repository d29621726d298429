import { Injectable } from '@nestjs/common';
import { TenantStore } from '../../../shared/auth/tenant-store.js';
import { millis } from '../../../shared/database/driver/sql.js';
import { PreparedRead, PreparedReads } from '../../../shared/database/records/prepared-reads.js';
import { clock } from '../../../shared/kernel/clock.js';
import { isExpired, isOpen } from '../entities/link-expiry.js';
import { pathHashOf } from '../entities/link-path.js';

/** The tenant whose site a visitor is on. */
export interface SiteOwner {
  tenantId: string;
  tenantSlug: string;
  /** The proven domain that the visitor requested; null on the site's own address. */
  domain: { id: string; name: string } | null;
}

/** The link at a path that a visitor requests. */
export interface VisitedLink {
  pageLinkId: string;
  audienceId: string;
  path: string;
  /** In milliseconds since 1970; null if never. */
  expiresAt: number | null;
  /** It is deleted or has expired. */
  isGone: boolean;
}

/** A link as it is read. */
type LinkRow = Omit<VisitedLink, 'isGone'> & { isDeleted: boolean };

const EXPIRES_AT = `${millis('expires_at')} as "expiresAt"`;

/** Searches all tenants: the host identifies the tenant. */
export const OWNER_BY_DOMAIN = `
  select d.tenant_id as "tenantId", t.slug as "tenantSlug", json_build_object('id', d.id, 'name', d.domain) as domain
  from tenant_domain d join tenant t on t.id = d.tenant_id where d.domain = $1 and d.is_proven`;

/** Searches all tenants: the first segment of the path identifies the tenant. */
export const OWNER_BY_SLUG = `
  select id as "tenantId", slug as "tenantSlug", null as domain from tenant where slug = $1`;

/** The active link at the path, or else a deleted link. */
const linkAt = (name: string, domain: string) =>
  new PreparedRead<LinkRow>(
    `page_link.visited_${name}`,
    ['deleted_at is null', 'deleted_at is not null']
      .map(
        (state) => `
        (select id as "pageLinkId", audience_id as "audienceId", path, ${EXPIRES_AT}, deleted_at is not null as "isDeleted"
         from page_link
         where tenant_id = $1 and ${domain} and path_hash = $2 and ${state} limit 1)`,
      )
      .join(' union all ') + ' order by "isDeleted" limit 1',
  );

const linkOnDomain = linkAt('on_domain', 'tenant_domain_id = $3');
const linkOnOwnAddress = linkAt('on_own_address', 'tenant_domain_id is null');

/** A link by its id, with its owner. Returns nothing for a link on an unproven domain. */
const linkWithOwner = new PreparedRead<LinkRow & SiteOwner>(
  'page_link.with_owner',
  `select l.id as "pageLinkId", l.audience_id as "audienceId", l.path, ${EXPIRES_AT}, l.deleted_at is not null as "isDeleted",
     l.tenant_id as "tenantId", t.slug as "tenantSlug",
     case when d.id is not null then json_build_object('id', d.id, 'name', d.domain) end as domain
   from page_link l join tenant t on t.id = $1
     left join tenant_domain d on d.tenant_id = $1 and d.id = l.tenant_domain_id and d.is_proven
   where l.tenant_id = $1 and l.id = $2 and (l.tenant_domain_id is null or d.id is not null)`,
  { isShort: true },
);

/** How many links of a domain are read at a time. */
export const LINKS_AT_A_TIME = 5000;

/** Every 5,000th link of a domain: the start of each part of a long list. */
const partsOfDomain = new PreparedRead<{ pageLinkId: string }>(
  'page_link.parts',
  `select id as "pageLinkId" from (
     select id, row_number() over (order by created_at, id) as number from page_link
     where tenant_id = $1 and tenant_domain_id = $2 and ${isOpen('page_link', '$3')}
   ) as numbered where number % ${LINKS_AT_A_TIME} = 1 order by number`,
);

const linksOfPart = new PreparedRead<Pick<VisitedLink, 'path' | 'audienceId'>>(
  'page_link.of_part',
  `select path, audience_id as "audienceId" from page_link
   where tenant_id = $1 and tenant_domain_id = $2 and ${isOpen('page_link', '$4')}
     and (created_at, id) >= (
       select created_at, id from page_link where tenant_id = $1 and tenant_domain_id = $2 and id = $3
     )
   order by created_at, id limit ${LINKS_AT_A_TIME}`,
);

const addressesOf = new PreparedRead<{ id: string; address: string }>(
  'page_link.addresses',
  `select l.id, coalesce(d.domain, '') || l.path as address
   from page_link l left join tenant_domain d on d.tenant_id = $1 and d.id = l.tenant_domain_id
   where l.tenant_id = $1 and l.id = any($2)`,
);

/** Links, for other modules. */
@Injectable()
export class LinksApi {
  constructor(
    private readonly tenants: TenantStore,
    private readonly reads: PreparedReads,
  ) {}

  /** Calls `work` as the tenant that has proven the domain. Returns undefined if no tenant has. */
  onDomain<Result>(domain: string, work: (owner: SiteOwner) => Promise<Result>): Promise<Result | undefined> {
    return this.tenants.forOwner({ text: OWNER_BY_DOMAIN, values: [domain] }, work);
  }

  /** The same for the site's own address. */
  onOwnAddress<Result>(
    tenantSlug: string,
    work: (owner: SiteOwner) => Promise<Result>,
  ): Promise<Result | undefined> {
    return this.tenants.forOwner({ text: OWNER_BY_SLUG, values: [tenantSlug] }, work);
  }

  /** Call it as the tenant of the owner, with a path that `linkPathOf` has normalised. */
  async find({ domain }: SiteOwner, path: string): Promise<VisitedLink | undefined> {
    const row = domain
      ? await this.reads.one(linkOnDomain, pathHashOf(path), domain.id)
      : await this.reads.one(linkOnOwnAddress, pathHashOf(path));
    return row && visited(row);
  }

  /** Call it as the tenant of the owner. */
  async byId(pageLinkId: string): Promise<(VisitedLink & SiteOwner) | undefined> {
    const row = await this.reads.one(linkWithOwner, pageLinkId);
    return row && visited(row);
  }

  /** Domain and path by link id, for display. */
  async addresses(pageLinkIds: readonly string[]): Promise<Map<string, string>> {
    const rows = await this.reads.all(addressesOf, pageLinkIds);
    return new Map(rows.map(({ id, address }) => [id, address]));
  }

  /** Returns the id of the first link of each part of a domain's links. */
  async parts(domain: { id: string }): Promise<string[]> {
    return (await this.reads.all(partsOfDomain, domain.id, clock.now())).map(({ pageLinkId }) => pageLinkId);
  }

  part(domain: { id: string }, firstLinkId: string): Promise<Pick<VisitedLink, 'path' | 'audienceId'>[]> {
    return this.reads.all(linksOfPart, domain.id, firstLinkId, clock.now());
  }
}

function visited<Row extends LinkRow>({ isDeleted, ...link }: Row) {
  return { ...link, isGone: isDeleted || isExpired(link) };
}
