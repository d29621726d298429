import { Injectable } from '@nestjs/common';
import { InjectSettings } from '../../shared/config/config.module.js';
import type { Settings } from '../../shared/config/settings.js';
import { PreparedWrites } from '../../shared/database/records/prepared-writes.js';
import { UnitOfWork } from '../../shared/database/transactions/unit-of-work.js';
import { clock } from '../../shared/kernel/clock.js';
import { newUuid, wireId } from '../../shared/kernel/ids.js';
import { TopicSearchApi, type FoundPassage } from '../topics/index.js';
import { VisitsApi, type WitnessedVisit } from '../visits/index.js';
import { answersAmong } from './answer-selection.js';
import { AnswerWriter } from './answer-writer.js';
import { groupOf } from './asked-question.js';
import type { QuestionAnswer } from './phrased-answer.js';
import { countQuestion } from './question-count.js';

/** Who asks, and on which page. */
interface Asking {
  visit: WitnessedVisit;
  pageUrl: string | null;
  /** The topics (`topic_…`) of the page; undefined: all. */
  topicIds: readonly string[] | undefined;
}

/** Answers visitors' questions for other modules. */
@Injectable()
export class QuestionsApi {
  constructor(
    private readonly topics: TopicSearchApi,
    private readonly writer: AnswerWriter,
    private readonly visits: VisitsApi,
    private readonly unitOfWork: UnitOfWork,
    private readonly writes: PreparedWrites,
    @InjectSettings() private readonly settings: Settings,
  ) {}

  /** Whether visitors may ask questions and the topics (all if undefined) have content that could answer them. */
  async canAnswer(topicIds: readonly string[] | undefined): Promise<boolean> {
    return this.settings.SITE_QUESTIONS && this.topics.hasTexts(topicIds);
  }

  /** Adds the answer to the visit, and counts the question for its page. */
  async ask(question: string, asking: Asking): Promise<QuestionAnswer> {
    const answers = answersAmong(await this.topics.matches(question, asking.topicIds));
    const passages = await this.topics.passages(
      question,
      answers.map(({ entryId }) => entryId),
    );
    const answer = (await this.writer.phrase(question, passages)) ?? answerFrom(passages);
    await this.unitOfWork.run(() => this.keep(question, answer, asking));
    return answer;
  }

  private async keep(question: string, answer: QuestionAnswer, { visit, pageUrl }: Asking): Promise<void> {
    const askedAt = clock.now();
    await this.visits.ask(visit, { at: askedAt.getTime(), label: question, pageUrl, ...answer });
    const isAnswered = answer.groundingChunkIds.length > 0;
    const counted = [newUuid(), visit.pageId, groupOf(question), question, isAnswered, askedAt];
    this.writes.atCommit(countQuestion, ...counted);
  }
}

/** An answer in the words of the entries. */
function answerFrom(passages: readonly FoundPassage[]): QuestionAnswer {
  return {
    responseText: passages.map(({ snippet }) => snippet).join('\n\n'),
    groundingChunkIds: passages.map(({ entryId }) => wireId('entry', entryId)),
  };
}
