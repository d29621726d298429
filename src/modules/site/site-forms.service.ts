import { Injectable } from '@nestjs/common';
import {
  FormsApi,
  isFromRobot,
  isTooQuick,
  SpamChecks,
  type AnswerFault,
  type ShownForm,
} from '../forms/index.js';
import { AudiencesApi } from '../pages/index.js';
import { FormTokens } from './form-tokens.js';
import { NOTICES } from './notices.js';
import { PageRenderer } from './page-renderer.js';
import type { SiteAnswer } from './site-answer.js';
import { visitKeyOf, VisitedPages, type GivenFields } from './visited-pages.js';
import { networkOf } from '../../shared/auth/visitor-network.js';

const DEFAULT_THANKS = 'Thank you. We have received what you sent.';

/** What a visitor is shown after sending a form. */
export interface Thanks {
  thankYouText: string;
  thankYouUrl: string | null;
}

/** A form returned to the visitor for correction. */
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

/** Accepts the forms that visitors send. */
@Injectable()
export class SiteForms {
  constructor(
    private readonly tokens: FormTokens,
    private readonly forms: FormsApi,
    private readonly spam: SpamChecks,
    private readonly pages: VisitedPages,
    private readonly audiences: AudiencesApi,
    private readonly renderer: PageRenderer,
  ) {}

  submit(token: string, given: GivenFields, { host, address }: Sender): Promise<Outcome> {
    return this.tokens.open(token, async (target) => {
      this.spam.assertWithinLimits(networkOf(address), target);
      const { place, pageUrl } = await this.pages.at(target.pageLinkId, host);
      const form = await this.forms.sent(target.formId);
      // A bot that fills in the invisible field does not learn that it was detected.
      if (isFromRobot(given)) return { thanks: thanksOf(form) };
      if (isTooQuick(given))
        return { faults: [{ field: '', message: 'That was very quick. Please send it again.' }], given };
      const faults = await this.forms.submit(form, given, {
        ...place,
        pageUrl,
        visit: visitKeyOf(given),
      });
      return faults.length > 0 ? { faults, given } : { thanks: thanksOf(form) };
    });
  }

  /** The page with the visitor's input and its faults. */
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
}

function thanksOf({ thankYouText, thankYouUrl }: ShownForm): Thanks {
  return { thankYouText: thankYouText ?? DEFAULT_THANKS, thankYouUrl };
}
