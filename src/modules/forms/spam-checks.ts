import { Injectable } from '@nestjs/common';
import { SECOND_MS } from '../../shared/kernel/durations.js';
import { tooMany } from '../../shared/kernel/errors.js';
import { TokenBuckets, type RateLimit } from '../../shared/kernel/rate-limit.js';
import type { GivenAnswers } from './entities/check-answers.js';

/** A field that visitors do not see. Only a bot fills it in. */
export const HONEYPOT = '_website';
/** How long the page was open, in milliseconds, if JavaScript runs. */
export const ELAPSED = '_ms';

/** Nobody fills in a form faster. */
const MIN_ELAPSED_MS = SECOND_MS;

/** How many forms are accepted from one network, and for one form at one link. Per process. */
const OF_NETWORK: RateLimit = { perSecond: 0.2, burst: 20 };
const OF_FORM: RateLimit = { perSecond: 5, burst: 100 };

/** A form at the link that shows it. */
interface FormAtLink {
  pageLinkId: string;
  formId: string | null;
}

export function isFromRobot(given: GivenAnswers): boolean {
  return Boolean(given[HONEYPOT]);
}

export function isTooQuick(given: GivenAnswers): boolean {
  return given[ELAPSED] !== undefined && Number(given[ELAPSED]) < MIN_ELAPSED_MS;
}

/** The limits, which depend on earlier requests. */
@Injectable()
export class SpamChecks {
  private readonly networks = new TokenBuckets();
  private readonly formsAtLinks = new TokenBuckets();

  assertWithinLimits(network: string, { pageLinkId, formId }: FormAtLink): void {
    const ofNetwork = this.networks.take(network, OF_NETWORK);
    const taken = ofNetwork.isAllowed
      ? this.formsAtLinks.take(`${pageLinkId} ${formId}`, OF_FORM)
      : ofNetwork;
    if (taken.isAllowed) return;
    const detail = 'Too many forms were sent just now. Please try again in a minute.';
    throw tooMany('too_many_submissions', detail, taken.retryMs);
  }
}
