import { Injectable } from '@nestjs/common';
import { LRUCache } from 'lru-cache';
import { SiteAddress } from '../../../shared/config/site-address.js';
import { currentTenant } from '../../../shared/database/transactions/work-context.js';
import { hostInHeader, hostNameOf } from '../../../shared/kernel/texts/domain-name.js';
import { ShownPicturesApi } from '../../assets/index.js';
import { BrandsApi, type BrandRecord } from '../../brands/index.js';
import { FormsApi } from '../../forms/index.js';
import { linkPathOf, LinksApi, type SiteOwner, type VisitedLink } from '../../links/index.js';
import { AudiencesApi, type AudienceSummary } from '../../pages/index.js';
import { QuestionsApi } from '../../questions/index.js';
import { MAX_CACHED_BYTES } from '../caching/cache-sizes.js';
import { CachedAnswers, type LoadedAnswer, type CachedAnswer } from '../caching/cached-answers.js';
import { formDay } from './form-tokens.js';
import { notices, SHOWN_INSTEAD, type NoticeName } from './notices.js';
import { PageRenderer } from './page-renderer.js';
import type { SiteAnswer } from './site-answer.js';
import { DEFAULT_LANGUAGE, type SiteLanguage } from '../words/site-languages.js';

/** The request of a visitor. */
export interface Visit {
  /** As sent, possibly with a port. */
  host: string;
  /** As sent, without the query. */
  path: string;
  /** The language that the visitor prefers. */
  language: SiteLanguage;
}

/** What is looked up: a page at an address, for visitors of one language. */
interface Sought extends Address {
  language: SiteLanguage;
}

/** A normalised address: all spellings of one page have the same. */
interface Address {
  /** A tenant's own domain; undefined for the site's own address. */
  domain: string | undefined;
  path: string;
}

interface VisitedAudience {
  owner: SiteOwner;
  link: VisitedLink;
  audience: AudienceSummary;
  brand: BrandRecord | undefined;
  language: SiteLanguage;
}

/** Finds and renders the page at a path. */
@Injectable()
export class SitePages {
  /** Normalised addresses by spelling. Normalising takes longer than finding the cached answer. */
  private readonly spellings = new LRUCache<string, string>({
    maxSize: MAX_CACHED_BYTES.spellings,
    sizeCalculation: (key, spelling) => key.length + spelling.length + 100,
  });

  constructor(
    private readonly answers: CachedAnswers<SiteAnswer>,
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
    if (path === undefined) return notices(visit.language).notFound;
    const host = hostInHeader(visit.host);
    const domain = this.site.isOwn(host) ? undefined : hostNameOf(host);
    if (domain === undefined && !this.site.isOwn(host)) return notices(visit.language).unknownHost;
    const address = { domain, path };
    const answer = await this.answerAt({ ...address, language: visit.language });
    // Requests for random paths must not evict the paths of pages.
    if (answer.isPage) this.spellings.set(spellingOf(visit), keyOf(address));
    return answer;
  }

  /** The page of a link. */
  ofLink(link: SiteOwner & Pick<VisitedLink, 'path'>, language = DEFAULT_LANGUAGE): Promise<SiteAnswer> {
    const { domain, tenantSlug, path } = link;
    if (domain) return this.answerAt({ domain: domain.name, path, language });
    return this.answerAt({ domain: undefined, path: linkPathOf(`/${tenantSlug}${path}`)!, language });
  }

  private answerAt(sought: Sought): Promise<SiteAnswer> {
    const wanted = { key: keyOf(sought), variant: sought.language };
    return this.answers.get(wanted, (known) => this.look(sought, known));
  }

  /** Returns an answer that is fresh in the cache, for a spelling that was requested before. */
  inMemory(visit: Visit): SiteAnswer | undefined {
    const key = this.spellings.get(spellingOf(visit));
    return key === undefined ? undefined : this.answers.fresh({ key, variant: visit.language });
  }

  private async look(
    sought: Sought,
    known: CachedAnswer<SiteAnswer> | undefined,
  ): Promise<LoadedAnswer<SiteAnswer>> {
    const { domain, path, language } = sought;
    if (domain === undefined) return this.lookOnOwnAddress(sought, known);
    const found = await this.links.onDomain(domain, (owner) => this.lookAt(owner, { path, language }, known));
    return found ?? foundNotice('unknownHost', language);
  }

  private async lookOnOwnAddress(
    { path, language }: Sought,
    known: CachedAnswer<SiteAnswer> | undefined,
  ): Promise<LoadedAnswer<SiteAnswer>> {
    const [, slug = '', rest = '/'] = /^\/([^/]*)(\/.*)?$/s.exec(path) ?? [];
    const found = await this.links.onOwnAddress(slug, (owner) =>
      this.lookAt(owner, { path: rest, language }, known),
    );
    return found ?? foundNotice('notFound', language);
  }

  private async lookAt(
    owner: SiteOwner,
    { path, language }: Pick<Sought, 'path' | 'language'>,
    known: CachedAnswer<SiteAnswer> | undefined,
  ): Promise<LoadedAnswer<SiteAnswer>> {
    const link = await this.links.find(owner, path);
    if (!link) return foundNotice('notFound', language);
    if (link.isGone) return foundNotice('gone', language);
    const audience = await this.audiences.find(link.audienceId);
    if (!audience) return foundNotice('gone', language);
    if (audience.hiddenBecause) return foundNotice(SHOWN_INSTEAD[audience.hiddenBecause], language);
    const { id, contentRules, changedAt } = audience.publishedVersion;
    const [ofForms, hasAnswers, brand, ofPictures] = await Promise.all([
      this.forms.stamp(),
      known && this.questions.canAnswer(known.answer.answers.topicIds),
      this.brands.find(audience.brandId),
      known && this.pictures.stampNow(known.answer.pictures),
    ]);
    const made = [link.pageLinkId, link.path, id, contentRules, changedAt, audience.pageType];
    // A version of an earlier release has a drawn link picture as long as the page has its title.
    const others = [JSON.stringify(audience.pageTitle), ofForms, formDay(), JSON.stringify(brand)];
    // The version in the stamp decides which pictures and topics the page has.
    const stampWith = (pictures: string, hasAnswers: boolean) =>
      [...made, ...others, hasAnswers, pictures].join(' ');
    const until = link.expiresAt ?? undefined;
    const kept = { tenantId: currentTenant(), until };
    if (known && known.stamp === stampWith(ofPictures!, hasAnswers!)) return { stamp: known.stamp, ...kept };
    const answer = await this.make({ owner, link, audience, brand, language });
    return { stamp: stampWith(answer.pictures.stamp, answer.answers.exist), answer, ...kept };
  }

  private async make({ audience, language, ...shown }: VisitedAudience): Promise<SiteAnswer> {
    const composed = await this.audiences.shownContent(audience.publishedVersion);
    return composed
      ? this.renderer.render(composed, { ...shown, pageId: audience.pageId, language })
      : notices(language).notReady;
  }
}

const spellingOf = ({ host, path }: Visit) => `${host} ${path}`;

const keyOf = ({ domain = '', path }: Address) => `${domain} ${path}`;

function foundNotice(name: NoticeName, language: SiteLanguage): LoadedAnswer<SiteAnswer> {
  return { stamp: name, answer: notices(language)[name] };
}
