import { Injectable } from '@nestjs/common';
import { FormsApi, isFromRobot, isTooQuick, SpamChecks, type ShownForm } from '../../forms/index.js';
import { FormTokens } from '../pages/form-tokens.js';
import type { ReturnedForm } from '../rendering/form.js';
import type { SiteWords } from '../words/site-words.js';
import type { SiteAnswer } from '../pages/site-answer.js';
import { SitePages } from '../pages/site-pages.service.js';
import { visitKeyOf, VisitedPages, type GivenFields } from './visited-pages.js';
import { networkOf } from '../../../shared/auth/client-network.js';

/** What a visitor is shown after sending a form. */
export interface Thanks {
  thankYouText: string;
  thankYouUrl: string | null;
  /** Whether the text is in the site's words. */
  isOwn: boolean;
}

/** A form is returned to the visitor for correction, or accepted. */
export type Outcome = ReturnedForm | { thanks: Thanks };

/** Who sends a form, and from where. */
export interface Sender {
  host: string;
  address: string;
  words: SiteWords;
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

  submit(token: string, given: GivenFields, { host, address, words }: Sender): Promise<Outcome> {
    return this.tokens.open(token, async (target) => {
      this.spam.assertWithinLimits(networkOf(address), target);
      const { place, pageUrl } = await this.visited.at(target.pageLinkId, host);
      const form = await this.forms.sent(target.formId);
      // A bot that fills in the invisible field does not learn that it was detected.
      if (isFromRobot(given)) return { thanks: thanksOf(form, words) };
      if (isTooQuick(given)) return { faults: [{ field: '', code: 'too_quick' }], given };
      const faults = await this.forms.submit(form, given, {
        ...place,
        pageUrl,
        visit: visitKeyOf(given),
      });
      return faults.length > 0 ? { faults, given } : { thanks: thanksOf(form, words) };
    });
  }

  /** The page with the visitor's input and its faults. */
  async showAgain(
    token: string,
    returned: ReturnedForm,
    { host, words }: Omit<Sender, 'address'>,
  ): Promise<SiteAnswer> {
    const { link } = await this.tokens.open(token, ({ pageLinkId }) => this.visited.at(pageLinkId, host));
    const page = await this.pages.ofLink(link, words.language);
    return page.isPage ? page.returning(returned) : page;
  }

  thanks(token: string, { host, words }: Omit<Sender, 'address'>): Promise<Thanks> {
    return this.tokens.open(token, async (target) => {
      await this.visited.at(target.pageLinkId, host);
      return thanksOf(await this.forms.sent(target.formId), words);
    });
  }
}

function thanksOf({ thankYouText, thankYouUrl }: ShownForm, { form }: SiteWords): Thanks {
  return { thankYouText: thankYouText ?? form.thanks, thankYouUrl, isOwn: thankYouText === null };
}
