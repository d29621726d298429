import { Injectable } from '@nestjs/common';
import { FormsApi, isFromRobot, isTooQuick, SpamChecks, type ShownForm } from '../forms/index.js';
import { FormTokens } from './form-tokens.js';
import type { ReturnedForm } from './rendering/form.js';
import type { SiteAnswer } from './site-answer.js';
import { SitePages } from './site-pages.service.js';
import { visitKeyOf, VisitedPages, type GivenFields } from './visited-pages.js';
import { networkOf } from '../../shared/auth/visitor-network.js';

const DEFAULT_THANKS = 'Thank you. We have received what you sent.';

/** What a visitor is shown after sending a form. */
export interface Thanks {
  thankYouText: string;
  thankYouUrl: string | null;
}

/** A form is returned to the visitor for correction, or accepted. */
export type Outcome = ReturnedForm | { thanks: Thanks };

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
    private readonly visited: VisitedPages,
    private readonly pages: SitePages,
  ) {}

  submit(token: string, given: GivenFields, { host, address }: Sender): Promise<Outcome> {
    return this.tokens.open(token, async (target) => {
      this.spam.assertWithinLimits(networkOf(address), target);
      const { place, pageUrl } = await this.visited.at(target.pageLinkId, host);
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
  async showAgain(token: string, returned: ReturnedForm, host: string): Promise<SiteAnswer> {
    const { link } = await this.tokens.open(token, ({ pageLinkId }) => this.visited.at(pageLinkId, host));
    const page = await this.pages.ofLink(link);
    return page.isPage ? page.returning(returned) : page;
  }

  thanks(token: string, host: string): Promise<Thanks> {
    return this.tokens.open(token, async (target) => {
      await this.visited.at(target.pageLinkId, host);
      return thanksOf(await this.forms.sent(target.formId));
    });
  }
}

function thanksOf({ thankYouText, thankYouUrl }: ShownForm): Thanks {
  return { thankYouText: thankYouText ?? DEFAULT_THANKS, thankYouUrl };
}
