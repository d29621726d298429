import { Injectable, Logger } from '@nestjs/common';
import { InjectSettings } from '../../shared/config/config.module.js';
import type { Settings } from '../../shared/config/settings.js';
import { textWithin } from '../../shared/kernel/bounded-body.js';
import { askModel } from '../../shared/language-model/chat-completions.js';
import type { FoundPassage } from '../topics/index.js';
import { AnswerBudget } from './answer-budget.js';
import { answerIn, requestFor, type QuestionAnswer } from './phrased-answer.js';

/** Short, because a visitor is waiting. */
const MAX_WAIT_MS = 10_000;

const MAX_ANSWER_BYTES = 65_536;

/** Lets the composer's model phrase answers, if enabled. The model receives only the passages that were found. */
@Injectable()
export class AnswerWriter {
  private readonly logger = new Logger('questions');

  constructor(
    private readonly budget: AnswerBudget,
    @InjectSettings() private readonly settings: Settings,
  ) {}

  /** Undefined if the model is not asked or returns no usable answer. */
  async phrase(question: string, passages: readonly FoundPassage[]): Promise<QuestionAnswer | undefined> {
    if (this.settings.ANSWER_MODEL === 'off' || passages.length === 0) return undefined;
    if (!(await this.budget.spend())) return undefined;
    try {
      const answer = answerIn(await this.send(question, passages), passages);
      if (!answer)
        this.logger.warn(
          "The model's answer was discarded: it is malformed, or does not cite the given entries.",
        );
      return answer;
    } catch (error) {
      this.logger.warn({ msg: 'the request to the model failed', error });
      return undefined;
    }
  }

  private async send(question: string, passages: readonly FoundPassage[]): Promise<string> {
    const { COMPOSER_URL, COMPOSER_MODEL, COMPOSER_KEY, COMPOSER_TIMEOUT_MS } = this.settings;
    const answer = await askModel(
      { url: COMPOSER_URL!, model: COMPOSER_MODEL!, key: COMPOSER_KEY },
      requestFor(question, passages),
      AbortSignal.timeout(Math.min(COMPOSER_TIMEOUT_MS, MAX_WAIT_MS)),
    );
    if (answer.ok) return (await textWithin(answer, MAX_ANSWER_BYTES)) ?? '';
    await answer.body?.cancel();
    throw new Error(`The model returned status ${answer.status}.`);
  }
}
