import { Injectable } from '@nestjs/common';
import { DomainError, notFound } from '../../shared/kernel/errors.js';
import { TokenBuckets, type RateLimit } from '../../shared/kernel/rate-limit.js';
import { isFromRobot } from '../forms/index.js';
import { QuestionsApi } from '../questions/index.js';
import { MAX_QUESTION_LENGTH } from '../topics/index.js';
import { QuestionTokens } from './form-tokens.js';
import { QUESTION } from './rendering/question-box.js';
import type { Sender } from './site-forms.service.js';
import { visitKeyOf, VisitedPages, type GivenFields } from './visited-pages.js';
import { networkOf } from '../../shared/auth/visitor-network.js';

/** Limits of questions per visit, per address and per link, in each process. */
const OF_VISIT: RateLimit = { perSecond: 20 / 3600, burst: 20 };
const OF_ADDRESS: RateLimit = { perSecond: 0.5, burst: 50 };
const OF_LINK: RateLimit = { perSecond: 10, burst: 200 };

const NO_ANSWER = 'There is no answer to this question yet. Your question was saved.';

/** The answer that a visitor sees. */
export interface ShownAnswer {
  question: string;
  answer: string;
  /** The page on which the question was asked. */
  pageUrl: string | null;
}

/** Answers questions of visitors. */
@Injectable()
export class SiteQuestions {
  private readonly visits = new TokenBuckets();
  private readonly addresses = new TokenBuckets();
  private readonly links = new TokenBuckets();

  constructor(
    private readonly tokens: QuestionTokens,
    private readonly pages: VisitedPages,
    private readonly questions: QuestionsApi,
  ) {}

  ask(token: string, given: GivenFields, { host, address }: Sender): Promise<ShownAnswer> {
    return this.tokens.open(token, async (pageLinkId) => {
      const question = questionIn(given);
      const key = visitKeyOf(given);
      this.assertWithinLimits(pageLinkId, key, address);
      const { place, pageUrl } = await this.pages.at(pageLinkId, host);
      // Questions were switched off, or all topics were deleted, after the page was opened.
      if (!(await this.questions.canAnswer())) throw notFound('page');
      // A bot filled in the honeypot: it gets no real answer.
      if (isFromRobot(given)) return { question, answer: NO_ANSWER, pageUrl };
      const { responseText } = await this.questions.ask(question, { visit: { ...place, key }, pageUrl });
      return { question, answer: responseText || NO_ANSWER, pageUrl };
    });
  }

  private assertWithinLimits(pageLinkId: string, key: string | undefined, address: string): void {
    if (key && !this.visits.take(`${pageLinkId} ${key}`, OF_VISIT).isAllowed)
      throw tooMany('You have asked many questions. Please come back in an hour.');
    const isAllowed =
      this.addresses.take(networkOf(address), OF_ADDRESS).isAllowed &&
      this.links.take(pageLinkId, OF_LINK).isAllowed;
    if (!isAllowed) throw tooMany('Too many questions were asked. Please try again in a minute.');
  }
}

/** Replaces control characters. */
function questionIn(given: GivenFields): string {
  const question = (given[QUESTION] ?? '').replaceAll(/[\p{Cc}\p{Cs}]+/gu, ' ').trim();
  if (question === '') throw refused('Please type a question.');
  if (question.length <= MAX_QUESTION_LENGTH) return question;
  throw refused(`A question can have at most ${MAX_QUESTION_LENGTH} characters. Please shorten it.`);
}

function refused(message: string): DomainError {
  return new DomainError('unprocessable', 'question_refused', message);
}

function tooMany(message: string): DomainError {
  return new DomainError('rate_limited', 'too_many_questions', message);
}
