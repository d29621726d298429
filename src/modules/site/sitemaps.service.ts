import { Injectable } from '@nestjs/common';
import { LRUCache } from 'lru-cache';
import { PREVIEWS_PATH, SiteAddress } from '../../shared/config/site-address.js';
import { uuidOf, wireId } from '../../shared/kernel/ids.js';
import { LinksApi, type SiteOwner } from '../links/index.js';
import { AudiencesApi } from '../pages/index.js';
import { MAX_CACHED_BYTES } from './caching/cache-sizes.js';

/** How long a sitemap is cached. */
const KEPT_MS = 60_000;

const SITEMAP_PATH = '/sitemap.xml';
const NAMESPACE = 'http://www.sitemaps.org/schemas/sitemap/0.9';

/** Sitemaps and robots.txt of a tenant's domain. */
@Injectable()
export class Sitemaps {
  private readonly made = new Map<string, Promise<string | undefined>>();
  private readonly kept = new LRUCache<string, string>({ maxSize: MAX_CACHED_BYTES.sitemaps, ttl: KEPT_MS });

  constructor(
    private readonly links: LinksApi,
    private readonly audiences: AudiencesApi,
    private readonly site: SiteAddress,
  ) {}

  robots(host: string): Promise<string | undefined> {
    return this.links.onDomain(host, async ({ domain }) =>
      [ROBOTS, `Sitemap: ${this.urlOf(domain!.name, SITEMAP_PATH)}`, ''].join('\n'),
    );
  }

  /** Returns all links, an index of parts if there are many links, or one of these parts. */
  async sitemap(host: string, part?: string): Promise<string | undefined> {
    const first = part === undefined ? undefined : uuidOf('link', part);
    if (part !== undefined && first === undefined) return undefined;
    const key = `${host} ${first}`;
    const kept = this.kept.get(key);
    if (kept !== undefined) return kept;
    return this.made.get(key) ?? this.begin(key, host, first);
  }

  /** Concurrent requests share one result. */
  private begin(key: string, host: string, first: string | undefined): Promise<string | undefined> {
    const make = (owner: SiteOwner) => (first ? this.urlSet(owner, first) : this.whole(owner));
    const made = this.links
      .onDomain(host, make)
      .then((text) => {
        if (text !== undefined) this.kept.set(key, text, { size: text.length });
        return text;
      })
      .finally(() => this.made.delete(key));
    this.made.set(key, made);
    return made;
  }

  private async whole(owner: SiteOwner): Promise<string | undefined> {
    const parts = await this.links.parts(owner.domain!);
    if (parts.length === 0) return document('urlset', []);
    if (parts.length === 1) return this.urlSet(owner, parts[0]!);
    const locations = parts.map((first) => {
      const url = `${this.urlOf(owner.domain!.name, SITEMAP_PATH)}?part=${wireId('link', first)}`;
      return `<sitemap><loc>${escaped(url)}</loc></sitemap>`;
    });
    return document('sitemapindex', locations);
  }

  private async urlSet({ domain }: SiteOwner, first: string): Promise<string | undefined> {
    const links = await this.links.part(domain!, first);
    if (links.length === 0) return undefined;
    const dates = await this.audiences.indexable([...new Set(links.map(({ audienceId }) => audienceId))]);
    const urls = links.flatMap(({ path, audienceId }) => {
      const date = dates.get(audienceId);
      const location = escaped(this.urlOf(domain!.name, path));
      return date ? [`<url><loc>${location}</loc><lastmod>${date.toISOString()}</lastmod></url>`] : [];
    });
    return document('urlset', urls);
  }

  private urlOf(domain: string, path: string): string {
    return this.site.urlOf({ domain, tenantSlug: '', path }) ?? path;
  }
}

/** For every host. */
export const ROBOTS = ['User-agent: *', `Disallow: ${PREVIEWS_PATH}/`].join('\n');

function document(element: string, lines: readonly string[]): string {
  const head = '<?xml version="1.0" encoding="UTF-8"?>';
  return [head, `<${element} xmlns="${NAMESPACE}">`, ...lines, `</${element}>`, ''].join('\n');
}

/** URLs are percent-encoded, so these are the only characters in them that XML must escape. */
function escaped(url: string): string {
  return url.replaceAll('&', '&amp;').replaceAll("'", '&apos;').replaceAll('<', '&lt;');
}
