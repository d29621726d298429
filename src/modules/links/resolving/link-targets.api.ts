import { Injectable } from '@nestjs/common';
import { PreparedRead, PreparedReads } from '../../../shared/database/records/prepared-reads.js';
import { clock } from '../../../shared/kernel/clock.js';
import { isOpen } from '../entities/link-expiry.js';
import { pathHashOf } from '../entities/link-path.js';

/** A path that a URL leads to, normalised by `linkPathOf`. */
export interface NamedPlace {
  /** A tenant's slug on the site's own address; a domain; or each proven domain of the tenant, for a relative URL. */
  on: { slug: string } | { domain: string } | 'each domain';
  path: string;
}

/** The most lookups of paths on each domain. A tenant may have any number of proven domains. */
const MAX_ON_EACH_DOMAIN = 10_000;

interface Target {
  /** The number of the place, from 1. */
  place: number;
  /** Null if no link is there, or one that has expired. */
  audienceId: string | null;
}

const linkOn = (domain: string) =>
  `(select l.audience_id from page_link l
    where l.tenant_id = $1 and l.path_hash = asked.path_hash and ${isOpen('l', '$6')}
      and l.tenant_domain_id ${domain})`;

/**
 * Places of other tenants, and domains that are not proven, have no row; nor do paths on each domain if the tenant has
 * more than $5 proven domains.
 */
const targets = new PreparedRead<Target>(
  'page_link.targets',
  `with asked as (
     select * from unnest($2::text[], $3::text[], $4::bytea[]) with ordinality as asked (slug, domain, path_hash, place)
   ), proven as (
     select id from tenant_domain where tenant_id = $1 and is_proven limit $5::int + 1
   )
   select asked.place::int, ${linkOn('is null')} as "audienceId"
   from asked join tenant t on t.id = $1 and t.slug = asked.slug
   union all
   select asked.place::int, ${linkOn('= d.id')}
   from asked join tenant_domain d on d.tenant_id = $1 and d.is_proven and d.domain = asked.domain
   union all
   select asked.place::int, ${linkOn('= d.id')}
   from asked left join proven d on true
   where asked.slug is null and asked.domain is null and (select count(*) from proven) <= $5`,
);

/** Tells other modules which audiences URLs of the tenant's own pages lead to. */
@Injectable()
export class LinkTargetsApi {
  constructor(private readonly reads: PreparedReads) {}

  /**
   * The audiences whose pages are at each of these places. A place without a link has an empty list. One that is not
   * the tenant's, and so may be anything, has undefined. So have paths on each domain if they are too many to look up.
   */
  async of(places: readonly NamedPlace[]): Promise<(string[] | undefined)[]> {
    if (places.length === 0) return [];
    const slugs = places.map(({ on }) => (typeof on === 'object' && 'slug' in on ? on.slug : null));
    const domains = places.map(({ on }) => (typeof on === 'object' && 'domain' in on ? on.domain : null));
    const hashes = places.map(({ path }) => pathHashOf(path));
    const onEach = places.filter(({ on }) => on === 'each domain').length;
    const maxDomains = Math.floor(MAX_ON_EACH_DOMAIN / Math.max(onEach, 1));
    const rows = await this.reads.all(targets, slugs, domains, hashes, maxDomains, clock.now());
    const found = places.map((): string[] | undefined => undefined);
    for (const { place, audienceId } of rows) {
      const audienceIds = (found[place - 1] ??= []);
      if (audienceId) audienceIds.push(audienceId);
    }
    return found;
  }
}
