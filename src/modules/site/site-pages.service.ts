import { Injectable } from '@nestjs/common';
import { SiteAddress } from '../../shared/config/site-address.js';
import { hostNameOf } from '../../shared/kernel/domain-name.js';
import { LinksApi, type SiteOwner, type VisitedLink } from '../links/index.js';
import { AudiencesApi, type AudienceSummary } from '../pages/index.js';
import { CachedAnswers, type Found } from './cached-answers.js';
import { NOTICES, type NoticeName } from './notices.js';
import { PageRenderer } from './page-renderer.js';
import type { SiteAnswer } from './site-answer.js';

/** What a visitor asks for. */
export interface Visit {
  host: string;
  /** As it was sent, without query. */
  path: string;
}

interface VisitedAudience {
  owner: SiteOwner;
  link: VisitedLink;
  audience: AudienceSummary;
}

/** Longer paths are nobody's, and are not worth a look. */
const MAX_PATH_LENGTH = 16_384;

/** What visitors are shown at a path. */
@Injectable()
export class SitePages {
  private readonly answers = new CachedAnswers();

  constructor(
    private readonly links: LinksApi,
    private readonly audiences: AudiencesApi,
    private readonly site: SiteAddress,
    private readonly renderer: PageRenderer,
  ) {}

  async at(visit: Visit): Promise<SiteAnswer> {
    if (visit.path.length > MAX_PATH_LENGTH) return NOTICES.notFound;
    return this.answers.get(keyOf(visit), (known) => this.look(visit, known));
  }

  /** A page that was asked for just now. */
  fresh(visit: Visit): SiteAnswer | undefined {
    return this.answers.fresh(keyOf(visit));
  }

  /** Tenants' domains have a dot; what has none, or is an IP address, is this machine. */
  isOwnAddress(host: string): boolean {
    return host === this.site.host || hostNameOf(host) === undefined;
  }

  private async look({ host, path }: Visit, known: string | undefined): Promise<Found> {
    if (!this.isOwnAddress(host)) {
      const found = await this.links.onDomain(host, (owner) => this.lookAt(owner, path, known));
      return found ?? notice('unknownHost');
    }
    const [, slug = '', rest = '/'] = /^\/([^/]*)(\/.*)?$/s.exec(path) ?? [];
    const found = await this.links.onOwnAddress(slug, (owner) => this.lookAt(owner, rest, known));
    return found ?? notice('notFound');
  }

  private async lookAt(owner: SiteOwner, path: string, known: string | undefined): Promise<Found> {
    const link = await this.links.find(owner, path);
    if (!link) return notice('notFound');
    if (link.isDeleted) return notice('gone');
    const audience = await this.audiences.find(link.audienceId);
    if (!audience || audience.isPageDeleted) return notice('gone');
    if (audience.isArchived || audience.pageStatus === 'archived') return notice('notFound');
    const { id, contentRules } = audience.publishedVersion;
    const stamp = [link.pageLinkId, link.path, id, contentRules].join(' ');
    return { stamp, answer: stamp === known ? undefined : await this.make({ owner, link, audience }) };
  }

  private async make({ owner, link, audience }: VisitedAudience): Promise<SiteAnswer> {
    const content = await this.audiences.shownContent(audience.publishedVersion);
    if (!content) return NOTICES.notReady;
    const place = { ...owner, domain: owner.domain?.name ?? null, path: link.path };
    return this.renderer.render(content, {
      url: this.site.urlOf(place),
      isOnProvenDomain: owner.domain !== null,
    });
  }
}

function keyOf({ host, path }: Visit): string {
  return `${host} ${path}`;
}

function notice(name: NoticeName): Found {
  return { stamp: name, answer: NOTICES[name] };
}
