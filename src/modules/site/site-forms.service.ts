import { Injectable } from '@nestjs/common';
import { TokenBuckets, type RateLimit } from '../../shared/kernel/rate-limit.js';
import { DomainError } from '../../shared/kernel/errors.js';
import { FormsApi, type AnswerFault, type ShownForm } from '../forms/index.js';
import { AudiencesApi } from '../pages/index.js';
import { FormTokens, type TokenTarget } from './form-tokens.js';
import { NOTICES } from './notices.js';
import { PageRenderer } from './page-renderer.js';
import { ELAPSED, HONEYPOT } from './rendering/form.js';
import type { SiteAnswer } from './site-answer.js';
import { visitKeyOf, VisitedPages, type GivenFields } from './visited-pages.js';
import { networkOf } from './visitor-network.js';

/** How many forms come from one address, and with one form at one link. In each process. */
const OF_ADDRESS: RateLimit = { perSecond: 0.2, burst: 20 };
const OF_FORM: RateLimit = { perSecond: 5, burst: 100 };

/** Nobody fills a form in faster. */
const LEAST_MS = 1000;

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
    private readonly pages: VisitedPages,
    private readonly audiences: AudiencesApi,
    private readonly renderer: PageRenderer,
  ) {}

  submit(token: string, given: GivenFields, { host, address }: Sender): Promise<Outcome> {
    return this.tokens.open(token, async (target) => {
      this.assertWithinLimits(target, address);
      const { place, pageUrl } = await this.pages.at(target.pageLinkId, host);
      const form = await this.forms.sent(target.formId);
      // Whoever fills in what nobody sees is told nothing.
      if (given[HONEYPOT]) return { thanks: thanksOf(form) };
      if (given[ELAPSED] !== undefined && Number(given[ELAPSED]) < LEAST_MS)
        return { faults: [{ field: '', message: 'That was very quick. Please send it again.' }], given };
      const faults = await this.forms.submit(form, given, {
        ...place,
        pageUrl,
        visit: visitKeyOf(given),
      });
      return faults.length > 0 ? { faults, given } : { thanks: thanksOf(form) };
    });
  }

  /** The page with what was typed, and what is wrong with it. */
  showAgain(token: string, returned: Returned, host: string): Promise<SiteAnswer> {
    return this.tokens.open(token, async (target) => {
      const { link, audience } = await this.pages.at(target.pageLinkId, host);
      const content = await this.audiences.shownContent(audience.publishedVersion);
      if (!content) return NOTICES.notReady;
      return this.renderer.render(content, { owner: link, link, pageId: audience.pageId, returned });
    });
  }

  thanks(token: string, host: string): Promise<Thanks> {
    return this.tokens.open(token, async (target) => {
      await this.pages.at(target.pageLinkId, host);
      return thanksOf(await this.forms.sent(target.formId));
    });
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
