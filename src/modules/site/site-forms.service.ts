import { Injectable } from '@nestjs/common';
import { SiteAddress } from '../../shared/config/site-address.js';
import { hostNameOf } from '../../shared/kernel/domain-name.js';
import { TokenBuckets, type RateLimit } from '../../shared/kernel/rate-limit.js';
import { DomainError, notFound } from '../../shared/kernel/errors.js';
import { FormsApi, type AnswerFault, type ShownForm } from '../forms/index.js';
import { LinksApi } from '../links/index.js';
import { AudiencesApi } from '../pages/index.js';
import { FormTokens, type TokenTarget } from './form-tokens.js';
import { NOTICES } from './notices.js';
import { PageRenderer } from './page-renderer.js';
import { ELAPSED, HONEYPOT, VISIT } from './rendering/form.js';
import type { SiteAnswer } from './site-answer.js';
import { networkOf } from './visitor-network.js';

/** What came with a form. */
export type GivenFields = Readonly<Record<string, string | undefined>>;

/** How many forms come from one address, and with one form at one link. In each process. */
const OF_ADDRESS: RateLimit = { perSecond: 0.2, burst: 20 };
const OF_FORM: RateLimit = { perSecond: 5, burst: 100 };

/** Nobody fills a form in faster. */
const LEAST_MS = 1000;

/** As the site's own script names visits. */
const VISIT_NAME = /^[0-9a-f]{32}$/;

const DEFAULT_THANKS = 'Thank you. We have received what you sent.';

/** What a visitor is told after sending a form. */
export interface Thanks {
  thankYouText: string;
  thankYouUrl: string | null;
}

/** What comes back to be corrected. */
export interface Returned {
  faults: readonly AnswerFault[];
  given: GivenFields;
}

export type Outcome = Returned | { thanks: Thanks };

/** Who sends a form, and from where. */
export interface Sender {
  host: string;
  address: string;
}

/** Takes the forms that visitors send. */
@Injectable()
export class SiteForms {
  private readonly addresses = new TokenBuckets();
  private readonly formsAtLinks = new TokenBuckets();

  constructor(
    private readonly tokens: FormTokens,
    private readonly forms: FormsApi,
    private readonly links: LinksApi,
    private readonly audiences: AudiencesApi,
    private readonly renderer: PageRenderer,
    private readonly site: SiteAddress,
  ) {}

  submit(token: string, given: GivenFields, { host, address }: Sender): Promise<Outcome> {
    return this.tokens.open(token, async (target) => {
      this.assertWithinLimits(target, address);
      const { link, audience } = await this.visited(target, host);
      const form = await this.forms.sent(target.formId);
      // Whoever fills in what nobody sees is told nothing.
      if (given[HONEYPOT]) return { thanks: thanksOf(form) };
      if (given[ELAPSED] !== undefined && Number(given[ELAPSED]) < LEAST_MS)
        return { faults: [{ field: '', message: 'That was very quick. Please send it again.' }], given };
      const faults = await this.forms.submit(form, given, {
        ...{ pageLinkId: link.pageLinkId, audienceId: link.audienceId, pageId: audience.pageId },
        pageUrl: this.site.urlOf({ ...link, domain: link.domain?.name ?? null }) ?? null,
        visit: VISIT_NAME.test(given[VISIT] ?? '') ? given[VISIT] : undefined,
      });
      return faults.length > 0 ? { faults, given } : { thanks: thanksOf(form) };
    });
  }

  /** The page with what was typed, and what is wrong with it. */
  showAgain(token: string, returned: Returned, host: string): Promise<SiteAnswer> {
    return this.tokens.open(token, async (target) => {
      const { link, audience } = await this.visited(target, host);
      const content = await this.audiences.shownContent(audience.publishedVersion);
      if (!content) return NOTICES.notReady;
      return this.renderer.render(content, { owner: link, link, pageId: audience.pageId, returned });
    });
  }

  thanks(token: string, host: string): Promise<Thanks> {
    return this.tokens.open(token, async (target) => {
      await this.visited(target, host);
      return thanksOf(await this.forms.sent(target.formId));
    });
  }

  /** A token is good where its link is shown, and nowhere else: a page must not act in the name of another host. */
  private async visited({ pageLinkId }: TokenTarget, host: string) {
    const link = await this.links.byId(pageLinkId);
    const isHere = link && (link.domain ? link.domain.name === hostNameOf(host) : this.site.isOwn(host));
    const audience = isHere && !link.isDeleted ? await this.audiences.find(link.audienceId) : undefined;
    if (!link || !audience || audience.hiddenBecause) throw notFound('page');
    return { link, audience };
  }

  private assertWithinLimits({ pageLinkId, formId }: TokenTarget, address: string): void {
    const isAllowed =
      this.addresses.take(networkOf(address), OF_ADDRESS).isAllowed &&
      this.formsAtLinks.take(`${pageLinkId} ${formId}`, OF_FORM).isAllowed;
    if (isAllowed) return;
    throw new DomainError(
      'rate_limited',
      'too_many_submissions',
      'Too many forms were sent just now. Please try again in a minute.',
    );
  }
}

function thanksOf({ thankYouText, thankYouUrl }: ShownForm): Thanks {
  return { thankYouText: thankYouText ?? DEFAULT_THANKS, thankYouUrl };
}
