import { Injectable } from '@nestjs/common';
import { LRUCache } from 'lru-cache';
import { OWN_PATH, PREVIEWS_PATH, SiteAddress } from '../../shared/config/site-address.js';
import { uuidOf, wireId } from '../../shared/kernel/ids.js';
import { LinksApi, type SiteOwner } from '../links/index.js';
import { AudiencesApi } from '../pages/index.js';

/** Search engines learn of a change so much later. */
const KEPT_MS = 60_000;
const MAX_KEPT_BYTES = 16 * 1024 * 1024;

const NAMESPACE = 'http://www.sitemaps.org/schemas/sitemap/0.9';

export const SITEMAP_PARTS_PATH = `${OWN_PATH}/sitemaps`;

/** What search engines are told of a tenant's domain. */
@Injectable()
export class Sitemaps {
  private readonly kept = new LRUCache<string, string>({ maxSize: MAX_KEPT_BYTES, ttl: KEPT_MS });

  constructor(
    private readonly links: LinksApi,
    private readonly audiences: AudiencesApi,
    private readonly site: SiteAddress,
  ) {}

  robots(host: string): Promise<string | undefined> {
    return this.links.onDomain(host, async ({ domain }) =>
      [ROBOTS, `Sitemap: ${this.urlOf(domain!.name, '/sitemap.xml')}`, ''].join('\n'),
    );
  }

  /** All of them, or a list of the parts in which they come where they are many. */
  sitemap(host: string): Promise<string | undefined> {
    return this.keptOr(host, async (owner) => {
      const parts = await this.links.parts(owner.domain!);
      if (parts.length <= 1) return this.urlSet(owner, parts[0]);
      const locations = parts.map((first) => {
        const path = `${SITEMAP_PARTS_PATH}/${wireId('link', first)}.xml`;
        return `<sitemap><loc>${escaped(this.urlOf(owner.domain!.name, path))}</loc></sitemap>`;
      });
      return document('sitemapindex', locations);
    });
  }

  part(host: string, firstLink: string): Promise<string | undefined> {
    const first = uuidOf('link', firstLink);
    return first === undefined
      ? Promise.resolve(undefined)
      : this.keptOr(`${host} ${first}`, (owner) => this.urlSet(owner, first), host);
  }

  private async keptOr(
    key: string,
    make: (owner: SiteOwner) => Promise<string>,
    host = key,
  ): Promise<string | undefined> {
    const kept = this.kept.get(key);
    if (kept !== undefined) return kept;
    const text = await this.links.onDomain(host, make);
    if (text !== undefined) this.kept.set(key, text, { size: text.length });
    return text;
  }

  private async urlSet({ domain }: SiteOwner, first: string | undefined): Promise<string> {
    const links = first === undefined ? [] : await this.links.part(domain!, first);
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

/** URLs are encoded, so this is all that can be in them and means something in XML. */
function escaped(url: string): string {
  return url.replaceAll('&', '&amp;').replaceAll("'", '&apos;').replaceAll('<', '&lt;');
}
