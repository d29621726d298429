import { Injectable } from '@nestjs/common';
import { LRUCache } from 'lru-cache';
import { SiteAddress } from '../../../shared/config/site-address.js';
import { MINUTE_MS } from '../../../shared/kernel/durations.js';
import { LinksApi } from '../../links/index.js';
import type { VisitEvent } from './visit-events.js';

/** The hosts of pages. A visitor can report any URL, and send any `Host`. */
@Injectable()
export class PageOrigins {
  private readonly known = new LRUCache<string, { origin: string | null }>({ max: 10_000, ttl: MINUTE_MS });

  constructor(
    private readonly links: LinksApi,
    private readonly site: SiteAddress,
  ) {}

  /** The events with the page's own scheme, host and port in their URLs; without a URL if the page has none. */
  async correct(events: readonly VisitEvent[], pageLinkId: string): Promise<VisitEvent[]> {
    if (!events.some(({ type }) => type === 'view')) return [...events];
    const origin = await this.originOf(pageLinkId);
    return events.map((event) =>
      event.type === 'view' && event.pageUrl !== null
        ? { ...event, pageUrl: origin && origin + new URL(event.pageUrl).pathname }
        : event,
    );
  }

  private async originOf(pageLinkId: string): Promise<string | null> {
    const known = this.known.get(pageLinkId);
    if (known) return known.origin;
    const link = await this.links.byId(pageLinkId);
    const url = link && this.site.urlOf({ ...link, domain: link.domain?.name ?? null });
    const origin = url === undefined ? null : new URL(url).origin;
    this.known.set(pageLinkId, { origin });
    return origin;
  }
}
