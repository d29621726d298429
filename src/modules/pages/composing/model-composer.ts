import { setTimeout as wait } from 'node:timers/promises';
import { textWithin } from '../../../shared/kernel/bounded-body.js';
import {
  askModel,
  type ChatModel,
  type ChatRequest,
} from '../../../shared/language-model/chat-completions.js';
import { Composer, PermanentComposerError, TemporaryComposerError, type ComposedText } from './composer.js';
import type { CompositionInput } from './composition-input.js';
import type { DraftReasonCode } from '../entities/draft-reasons.js';
import { textOfAnswer } from './model-answer.js';
import { requestFor } from './model-request.js';

/** Far more than the text of a page needs. */
const MAX_ANSWER_BYTES = 1_048_576;

/** If the server asks for a longer pause, this try fails, and the job retries later. */
const MAX_PAUSE_S = 10;

/** Statuses, besides 5xx, after which a retry may succeed. Every other error status is permanent. */
const TEMPORARY: Readonly<Record<number, DraftReasonCode>> = {
  408: 'composer_timeout',
  409: 'composer_failed',
  425: 'composer_failed',
  429: 'composer_busy',
};

/** Lets a model write the text, through any API that is compatible with OpenAI's chat completions. */
export class ModelComposer extends Composer {
  override readonly author = 'model';

  constructor(private readonly model: ChatModel & { timeoutMs: number }) {
    super();
  }

  async write(input: CompositionInput, signal: AbortSignal): Promise<ComposedText> {
    const request = requestFor(input);
    // One deadline for connecting, waiting for the answer, and reading it.
    const deadline = AbortSignal.timeout(this.model.timeoutMs);
    try {
      return textOfAnswer(await this.answerTo(request, AbortSignal.any([signal, deadline])));
    } catch (error) {
      if (error instanceof PermanentComposerError || error instanceof TemporaryComposerError) throw error;
      const code = deadline.aborted ? 'composer_timeout' : 'composer_unreachable';
      throw new TemporaryComposerError(code, error);
    }
  }

  private async answerTo(request: ChatRequest, signal: AbortSignal): Promise<string> {
    let answer = await askModel(this.model, request, signal);
    const pause = pauseOf(answer);
    if (pause !== undefined) {
      await answer.body?.cancel();
      await wait(pause * 1000, undefined, { signal });
      answer = await askModel(this.model, request, signal);
    }
    if (answer.ok) return bodyOf(answer);
    await answer.body?.cancel();
    throw failureOf(answer.status);
  }
}

/** The pause in seconds that a busy server asks for; undefined if it asks for none or for a longer one. */
function pauseOf({ status, headers }: Response): number | undefined {
  const value = headers.get('retry-after') ?? '';
  const seconds = /^\d+$/.test(value) ? Number(value) : Infinity;
  return [429, 503].includes(status) && seconds <= MAX_PAUSE_S ? seconds : undefined;
}

function failureOf(status: number): TemporaryComposerError | PermanentComposerError {
  const cause = new Error(`The model server returned status ${status}.`);
  if (status >= 500) return new TemporaryComposerError('composer_failed', cause);
  const code = TEMPORARY[status];
  if (code) return new TemporaryComposerError(code, cause);
  return new PermanentComposerError(
    [401, 403].includes(status) ? 'composer_access_denied' : 'composer_rejected',
    cause,
  );
}

/** Stops reading at the size limit. */
async function bodyOf(answer: Response): Promise<string> {
  const text = await textWithin(answer, MAX_ANSWER_BYTES);
  if (text !== undefined) return text;
  throw new TemporaryComposerError('composer_answer_invalid', new Error('The answer is too large.'));
}
