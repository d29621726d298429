import { Injectable } from '@nestjs/common';
import type { RecordOf } from '../../shared/database/records/column-map.js';
import { detached } from '../../shared/database/records/detached.js';
import { PreparedRead, PreparedReads } from '../../shared/database/records/prepared-reads.js';
import { uuidNamedBy, uuidOf } from '../../shared/kernel/ids.js';
import { AudiencesApi } from '../pages/index.js';
import { pathHashOf } from './entities/link-path.js';
import type { LinkPlace } from './page-link-reads.js';
import { PageLink, storedLinkColumns } from './entities/page-link.entity.js';
import type { CreatePageLink } from './page-links.dto.js';

/** Locks the domains like `lockDomain`. With the site's own address, whose domain is null. */
const lockPlaces = new PreparedRead<LinkPlace & { domainId: string | null }>(
  'page_link.lock_places',
  `select null as "domainId", t.slug as "tenantSlug", null as domain, true as "isDomainProven"
   from tenant t where t.id = $1
   union all
   select * from (
     select d.id as "domainId", t.slug as "tenantSlug", d.domain, d.is_proven as "isDomainProven"
     from tenant_domain d join tenant t on t.id = $1
     where d.tenant_id = $1 and d.id = any($2::uuid[]) order by d.id for key share of d
   ) locked`,
);

const AT_PATH = 'p.tenant_id = $1 and p.path_hash = named.hash and p.deleted_at is null';
const NAMED = 'unnest($2::uuid[], $3::bytea[]) as named (domain, hash)';

/**
 * In one order, so that two batches with the same links never wait for each other. No index serves `is not distinct
 * from`.
 */
const lockAtPaths = new PreparedRead<RecordOf<typeof storedLinkColumns>>(
  'page_link.lock_at_paths',
  `select ${storedLinkColumns.select('l')} from page_link l
   where l.tenant_id = $1 and l.deleted_at is null and l.id in (
     select p.id from ${NAMED} join page_link p on ${AT_PATH} and p.tenant_domain_id = named.domain
     union all
     select p.id from ${NAMED} join page_link p on ${AT_PATH} and p.tenant_domain_id is null
     where named.domain is null
   ) order by l.id for update`,
);

type Links = Iterable<PageLink>;

/** The links that the items of a batch are about, as they are after the items so far. Nothing is stored yet. */
export class PlannedLinks {
  readonly created = new Set<PageLink>();
  readonly changed = new Set<PageLink>();
  private readonly byPath = new Map<string, PageLink>();

  constructor(
    known: Links,
    private readonly places: ReadonlyMap<string | null, LinkPlace>,
    private readonly audienceIds: ReadonlySet<string>,
  ) {
    for (const link of known) this.byPath.set(keyOf(link), link);
  }

  /** The UUID of a domain that exists. */
  domain(id: string): string | undefined {
    const uuid = uuidOf('domain', id);
    return uuid !== undefined && this.places.has(uuid) ? uuid : undefined;
  }

  /** The UUID of an audience that exists. */
  audience(id: string): string | undefined {
    const uuid = uuidOf('audience', id);
    return uuid !== undefined && this.audienceIds.has(uuid) ? uuid : undefined;
  }

  placeOf({ tenantDomainId }: PageLink): LinkPlace {
    return this.places.get(tenantDomainId ?? null)!;
  }

  atPathOf(link: PageLink): PageLink | undefined {
    return this.byPath.get(keyOf(link));
  }

  add(link: PageLink): PageLink {
    this.created.add(link);
    this.byPath.set(keyOf(link), link);
    return link;
  }

  /** Returns whether the link had another target, or another end. */
  change(link: PageLink, change: Pick<Partial<PageLink>, 'audienceId' | 'expiresAt'>): boolean {
    if (!link.differsFrom(change)) return false;
    link.change(change);
    if (!this.created.has(link)) this.changed.add(link);
    return true;
  }
}

const keyOf = ({ tenantDomainId, path }: PageLink) => `${tenantDomainId ?? ''} ${path}`;

/** Reads and locks what the items of a batch name, all at once. */
@Injectable()
export class LinkPlans {
  constructor(
    private readonly reads: PreparedReads,
    private readonly audiences: AudiencesApi,
  ) {}

  async load(items: readonly CreatePageLink[]): Promise<PlannedLinks> {
    const domainIds = items.map(({ tenantDomainId }) =>
      tenantDomainId == null ? null : uuidNamedBy('domain', tenantDomainId),
    );
    const audienceIds = items.map(({ target }) => uuidNamedBy('audience', target.audienceId));
    const [places, audiences, links] = await Promise.all([
      this.reads.all(lockPlaces, domainIds),
      this.audiences.existing(audienceIds),
      this.reads.all(
        lockAtPaths,
        domainIds,
        items.map(({ path }) => pathHashOf(path)),
      ),
    ]);
    const known = links.map((row) => detached(PageLink, storedLinkColumns.fromRow(row)));
    const placesById = new Map(places.map(({ domainId, ...place }) => [domainId, place]));
    return new PlannedLinks(known, placesById, audiences);
  }
}
