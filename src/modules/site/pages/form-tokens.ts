import { Injectable } from '@nestjs/common';
import { SignedUrls } from '../../../shared/auth/signed-urls.js';
import { clock } from '../../../shared/kernel/clock.js';
import { DAY_MS } from '../../../shared/kernel/durations.js';

/** How many days after it was opened a page's form can be sent. */
const GOOD_FOR_DAYS = 7;

/** Represents the form that asks for an email address only. */
const NO_FORM = '00000000-0000-0000-0000-000000000000';

/** Tokens change daily, and pages with them. */
export function formDay(): number {
  return Math.floor(clock.now().getTime() / DAY_MS);
}

/** When a token created today expires, in seconds. */
function expiry(): number {
  return ((formDay() + GOOD_FOR_DAYS + 1) * DAY_MS) / 1000;
}

/** What a token was created for. */
interface TokenTarget {
  pageLinkId: string;
  formId: string | null;
}

/**
 * The token that a form is sent with: which form, at which link, and until when. It contains nothing about the visitor,
 * because a cached page is the same for all.
 */
@Injectable()
export class FormTokens {
  constructor(private readonly urls: SignedUrls) {}

  async sign({ pageLinkId, formId }: TokenTarget): Promise<string> {
    return (await this.urls.signer('form url'))([pageLinkId, formId ?? NO_FORM], expiry());
  }

  /** Runs `work` with access to the rows of the tenant that the form belongs to. */
  open<Result>(token: string, work: (target: TokenTarget) => Promise<Result>): Promise<Result> {
    return this.urls.open('form url', token, (pageLinkId, formId) =>
      work({ pageLinkId: pageLinkId, formId: formId === NO_FORM ? null : formId }),
    );
  }
}

/** The same for questions, which have no form. Neither token is valid in place of the other. */
@Injectable()
export class QuestionTokens {
  constructor(private readonly urls: SignedUrls) {}

  async sign(pageLinkId: string): Promise<string> {
    return (await this.urls.signer('question url'))([pageLinkId], expiry());
  }

  open<Result>(token: string, work: (pageLinkId: string) => Promise<Result>): Promise<Result> {
    return this.urls.open('question url', token, work);
  }
}
