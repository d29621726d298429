import { Injectable } from '@nestjs/common';
import { notFound } from '../../../shared/kernel/errors.js';
import { TokenBuckets, type RateLimit } from '../../../shared/kernel/rate-limit.js';
import { isFromRobot } from '../../forms/index.js';
import { AudiencesApi } from '../../pages/index.js';
import { QuestionsApi } from '../../questions/index.js';
import { MAX_QUESTION_LENGTH } from '../../topics/index.js';
import { QuestionTokens } from '../pages/form-tokens.js';
import { QUESTION } from '../rendering/question-box.js';
import type { Sender } from './site-forms.service.js';
import { visitKeyOf, VisitedPages, type GivenFields } from './visited-pages.js';
import { networkOf } from '../../../shared/auth/client-network.js';
import { VisitorRefusal } from '../pages/notices.js';
import { filled, type Wait } from '../words/filled.js';
import type { SiteWords } from '../words/site-words.js';

/** Limits of questions per visit, per address and per link, in each process. */
const OF_VISIT: RateLimit = { perSecond: 20 / 3600, burst: 20 };
const OF_ADDRESS: RateLimit = { perSecond: 0.5, burst: 50 };
const OF_LINK: RateLimit = { perSecond: 10, burst: 200 };

/** The answer that a visitor sees. */
export interface ShownAnswer {
  question: string;
  answer: string;
  /** Whether the answer is in the site's words. */
  isOwn: boolean;
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
    private readonly audiences: AudiencesApi,
    private readonly questions: QuestionsApi,
  ) {}

  ask(token: string, given: GivenFields, { host, address, words }: Sender): Promise<ShownAnswer> {
    return this.tokens.open(token, async (pageLinkId) => {
      const question = questionIn(given, words);
      const key = visitKeyOf(given);
      this.assertWithinLimits(pageLinkId, { key, address, words });
      const { place, pageUrl, audience } = await this.pages.at(pageLinkId, host);
      const topicIds = await this.audiences.answeringTopics(audience.publishedVersion);
      // Questions were switched off, or the page lost its topics, after the page was opened.
      if (!(await this.questions.canAnswer(topicIds))) throw notFound('page');
      // A bot filled in the honeypot: it gets no real answer.
      const unanswered = { question, answer: words.question.noAnswer, isOwn: true, pageUrl };
      if (isFromRobot(given)) return unanswered;
      const asked = { visit: { ...place, key }, pageUrl, topicIds };
      const { responseText } = await this.questions.ask(question, asked);
      return responseText ? { question, answer: responseText, isOwn: false, pageUrl } : unanswered;
    });
  }

  private assertWithinLimits(
    pageLinkId: string,
    { key, address, words }: Pick<Sender, 'address' | 'words'> & { key: string | undefined },
  ): void {
    const { tooManyOfVisit, tooMany } = words.question;
    if (key && !this.visits.take(`${pageLinkId} ${key}`, OF_VISIT).isAllowed)
      throw refusedFor(tooManyOfVisit, { after: 1, unit: 'hour' }, words);
    const isAllowed =
      this.addresses.take(networkOf(address), OF_ADDRESS).isAllowed &&
      this.links.take(pageLinkId, OF_LINK).isAllowed;
    if (!isAllowed) throw refusedFor(tooMany, { after: 1, unit: 'minute' }, words);
  }
}

/** Replaces control characters. */
function questionIn(given: GivenFields, { question: words, language }: SiteWords): string {
  const question = (given[QUESTION] ?? '').replaceAll(/[\p{Cc}\p{Cs}]+/gu, ' ').trim();
  if (question === '') throw refused(words.missing);
  if (question.length <= MAX_QUESTION_LENGTH) return question;
  throw refused(filled(words.tooLong, { count: MAX_QUESTION_LENGTH }, language));
}

function refused(message: string): VisitorRefusal {
  return new VisitorRefusal('unprocessable', 'question_refused', message);
}

function refusedFor(text: string, when: Wait, { language }: SiteWords): VisitorRefusal {
  return new VisitorRefusal('rate_limited', 'too_many_questions', filled(text, { when }, language));
}
