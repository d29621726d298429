import { Injectable } from '@nestjs/common';
import { SignedUrls } from '../../shared/auth/signed-urls.js';
import { clock } from '../../shared/kernel/clock.js';
import { DAY_MS } from '../../shared/kernel/durations.js';

/** A page that somebody has opened can be sent for so many days. */
const GOOD_FOR_DAYS = 7;

/** Stands for the form that asks for an email address alone. */
const NO_FORM = '00000000-0000-0000-0000-000000000000';

/** Tokens are made anew each day, and pages with them. */
export function formDay(): number {
  return Math.floor(clock.now().getTime() / DAY_MS);
}

/** Until when a token is good that is made today, in seconds. */
function expiry(): number {
  return ((formDay() + GOOD_FOR_DAYS + 1) * DAY_MS) / 1000;
}

/** What a token was made for. */
interface TokenTarget {
  pageLinkId: string;
  formId: string | null;
}

/**
 * What a form is sent with: which form it is, at which link, and until when. It says nothing of the visitor, because a
 * cached page is the same for all.
 */
@Injectable()
export class FormTokens {
  constructor(private readonly urls: SignedUrls) {}

  async sign({ pageLinkId, formId }: TokenTarget): Promise<string> {
    return (await this.urls.signer('form url'))([pageLinkId, formId ?? NO_FORM], expiry());
  }

  /** Does some work with the rows of the tenant in sight whose form it is. */
  open<Result>(token: string, work: (target: TokenTarget) => Promise<Result>): Promise<Result> {
    return this.urls.open('form url', token, (pageLinkId, formId) =>
      work({ pageLinkId: pageLinkId, formId: formId === NO_FORM ? null : formId }),
    );
  }
}

/** The same for questions, which have no form. One is never good for the other. */
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
