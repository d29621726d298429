import { Injectable } from '@nestjs/common';
import { LRUCache } from 'lru-cache';
import { SiteAddress } from '../../shared/config/site-address.js';
import { currentTenant } from '../../shared/database/transactions/work-context.js';
import { hostInHeader, hostNameOf } from '../../shared/kernel/domain-name.js';
import { ShownPicturesApi } from '../assets/index.js';
import { BrandsApi, type BrandRecord } from '../brands/index.js';
import { FormsApi } from '../forms/index.js';
import { linkPathOf, LinksApi, type SiteOwner, type VisitedLink } from '../links/index.js';
import { AudiencesApi, type AudienceSummary } from '../pages/index.js';
import { QuestionsApi } from '../questions/index.js';
import { CachedAnswers, type Found, type Known } from './cached-answers.js';
import { formDay } from './form-tokens.js';
import { NOTICES, SHOWN_INSTEAD, type NoticeName } from './notices.js';
import { PageRenderer } from './page-renderer.js';
import type { SiteAnswer } from './site-answer.js';

/** The request of a visitor. */
export interface Visit {
  /** As sent, possibly with a port. */
  host: string;
  /** As sent, without the query. */
  path: string;
}

/** A normalised address: all spellings of one page have the same. */
interface Address {
  /** A tenant's own domain; undefined for the site's own address. */
  domain: string | undefined;
  path: string;
}

const MAX_SPELLINGS_BYTES = 4 * 1024 * 1024;

interface VisitedAudience {
  owner: SiteOwner;
  link: VisitedLink;
  audience: AudienceSummary;
  brand: BrandRecord | undefined;
}

/** Finds and renders the page at a path. */
@Injectable()
export class SitePages {
  private readonly answers = new CachedAnswers();
  /** Normalised addresses by spelling. Normalising takes longer than finding the cached answer. */
  private readonly spellings = new LRUCache<string, string>({
    maxSize: MAX_SPELLINGS_BYTES,
    sizeCalculation: (key, spelling) => key.length + spelling.length + 100,
  });

  constructor(
    private readonly links: LinksApi,
    private readonly audiences: AudiencesApi,
    private readonly forms: FormsApi,
    private readonly questions: QuestionsApi,
    private readonly pictures: ShownPicturesApi,
    private readonly brands: BrandsApi,
    private readonly site: SiteAddress,
    private readonly renderer: PageRenderer,
  ) {}

  /** All spellings of an address share one answer. */
  async at(visit: Visit): Promise<SiteAnswer> {
    const path = linkPathOf(visit.path);
    if (path === undefined) return NOTICES.notFound;
    const host = hostInHeader(visit.host);
    const domain = this.site.isOwn(host) ? undefined : hostNameOf(host);
    if (domain === undefined && !this.site.isOwn(host)) return NOTICES.unknownHost;
    const address = { domain, path };
    const answer = await this.answerAt(address);
    // Requests for random paths must not evict the paths of pages.
    if (answer.isPage) this.spellings.set(spellingOf(visit), keyOf(address));
    return answer;
  }

  /** The page of a link. */
  ofLink({ domain, tenantSlug, path }: SiteOwner & Pick<VisitedLink, 'path'>): Promise<SiteAnswer> {
    if (domain) return this.answerAt({ domain: domain.name, path });
    return this.answerAt({ domain: undefined, path: linkPathOf(`/${tenantSlug}${path}`)! });
  }

  private answerAt(address: Address): Promise<SiteAnswer> {
    return this.answers.get(keyOf(address), (known) => this.look(address, known));
  }

  /** Returns an answer that is fresh in the cache, for a spelling that was requested before. */
  inMemory(visit: Visit): SiteAnswer | undefined {
    const key = this.spellings.get(spellingOf(visit));
    return key === undefined ? undefined : this.answers.fresh(key);
  }

  private async look({ domain, path }: Address, known: Known | undefined): Promise<Found> {
    if (domain === undefined) return this.lookOnOwnAddress(path, known);
    const found = await this.links.onDomain(domain, (owner) => this.lookAt(owner, path, known));
    return found ?? foundNotice('unknownHost');
  }

  private async lookOnOwnAddress(path: string, known: Known | undefined): Promise<Found> {
    const [, slug = '', rest = '/'] = /^\/([^/]*)(\/.*)?$/s.exec(path) ?? [];
    const found = await this.links.onOwnAddress(slug, (owner) => this.lookAt(owner, rest, known));
    return found ?? foundNotice('notFound');
  }

  private async lookAt(owner: SiteOwner, path: string, known: Known | undefined): Promise<Found> {
    const link = await this.links.find(owner, path);
    if (!link) return foundNotice('notFound');
    if (link.isDeleted) return foundNotice('gone');
    const audience = await this.audiences.find(link.audienceId);
    if (!audience) return foundNotice('gone');
    if (audience.hiddenBecause) return foundNotice(SHOWN_INSTEAD[audience.hiddenBecause]);
    const { id, contentRules, changedAt } = audience.publishedVersion;
    const [ofForms, hasAnswers, brand, ofPictures] = await Promise.all([
      this.forms.stamp(),
      this.questions.canAnswer(),
      this.brands.find(audience.brandId),
      known && this.pictures.stampNow(known.answer.pictures),
    ]);
    const made = [link.pageLinkId, link.path, id, contentRules, changedAt];
    const others = [ofForms, hasAnswers, formDay(), JSON.stringify(brand)];
    const stampWith = (pictures: string) => [...made, ...others, pictures].join(' ');
    const tenantId = currentTenant();
    if (known && known.stamp === stampWith(ofPictures!)) return { stamp: known.stamp, tenantId };
    const answer = await this.make({ owner, link, audience, brand });
    return { stamp: stampWith(answer.pictures.stamp), answer, tenantId };
  }

  private async make({ owner, link, audience, brand }: VisitedAudience): Promise<SiteAnswer> {
    const composed = await this.audiences.shownContent(audience.publishedVersion);
    return composed
      ? this.renderer.render(composed, { owner, link, pageId: audience.pageId, brand })
      : NOTICES.notReady;
  }
}

const spellingOf = ({ host, path }: Visit) => `${host} ${path}`;

const keyOf = ({ domain = '', path }: Address) => `${domain} ${path}`;

function foundNotice(name: NoticeName): Found {
  return { stamp: name, answer: NOTICES[name] };
}
