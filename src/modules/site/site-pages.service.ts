import { Injectable } from '@nestjs/common';
import { SiteAddress } from '../../shared/config/site-address.js';
import { hostNameOf } from '../../shared/kernel/domain-name.js';
import { FormsApi } from '../forms/index.js';
import { linkPathOf, LinksApi, type SiteOwner, type VisitedLink } from '../links/index.js';
import { AudiencesApi, type AudienceSummary, type HiddenReason } from '../pages/index.js';
import { CachedAnswers, type Found } from './cached-answers.js';
import { formDay } from './form-tokens.js';
import { NOTICES, type NoticeName } from './notices.js';
import { PageRenderer } from './page-renderer.js';
import type { SiteAnswer } from './site-answer.js';

/** What a visitor asks for. */
export interface Visit {
  /** In lower case, without a port. */
  host: string;
  /** As it was sent, without query. */
  path: string;
}

interface VisitedAudience {
  owner: SiteOwner;
  link: VisitedLink;
  audience: AudienceSummary;
}

/** What is archived may come back. */
const SHOWN_INSTEAD: Record<HiddenReason, NoticeName> = {
  page_deleted: 'gone',
  page_archived: 'notFound',
  audience_archived: 'notFound',
};

/** What visitors are shown at a path. */
@Injectable()
export class SitePages {
  private readonly answers = new CachedAnswers();

  constructor(
    private readonly links: LinksApi,
    private readonly audiences: AudiencesApi,
    private readonly forms: FormsApi,
    private readonly site: SiteAddress,
    private readonly renderer: PageRenderer,
  ) {}

  /** However the address is written, it is one page, and one answer. */
  async at({ host, path: sent }: Visit): Promise<SiteAnswer> {
    const path = linkPathOf(sent);
    if (path === undefined) return NOTICES.notFound;
    if (this.site.isOwn(host)) return this.onOwnAddress(path);
    const domain = hostNameOf(host);
    if (domain === undefined) return NOTICES.unknownHost;
    return this.answers.get(`${domain} ${path}`, async (known) => {
      const found = await this.links.onDomain(domain, (owner) => this.lookAt(owner, path, known));
      return found ?? foundNotice('unknownHost');
    });
  }

  private onOwnAddress(path: string): Promise<SiteAnswer> {
    const [, slug = '', rest = '/'] = /^\/([^/]*)(\/.*)?$/s.exec(path) ?? [];
    return this.answers.get(path, async (known) => {
      const found = await this.links.onOwnAddress(slug, (owner) => this.lookAt(owner, rest, known));
      return found ?? foundNotice('notFound');
    });
  }

  private async lookAt(owner: SiteOwner, path: string, known: string | undefined): Promise<Found> {
    const link = await this.links.find(owner, path);
    if (!link) return foundNotice('notFound');
    if (link.isDeleted) return foundNotice('gone');
    const audience = await this.audiences.find(link.audienceId);
    if (!audience) return foundNotice('gone');
    if (audience.hiddenBecause) return foundNotice(SHOWN_INSTEAD[audience.hiddenBecause]);
    const { id, contentRules } = audience.publishedVersion;
    const stamp = [link.pageLinkId, link.path, id, contentRules, await this.forms.stamp(), formDay()].join(
      ' ',
    );
    return { stamp, answer: stamp === known ? undefined : await this.make({ owner, link, audience }) };
  }

  private async make({ owner, link, audience }: VisitedAudience): Promise<SiteAnswer> {
    const content = await this.audiences.shownContent(audience.publishedVersion);
    return content ? this.renderer.render(content, { owner, link }) : NOTICES.notReady;
  }
}

function foundNotice(name: NoticeName): Found {
  return { stamp: name, answer: NOTICES[name] };
}
