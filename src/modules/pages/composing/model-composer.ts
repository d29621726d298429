import { setTimeout as wait } from 'node:timers/promises';
import { Composer, ComposingFailed, Uncomposable, type Words } from './composer.js';
import type { DraftReasonCode } from '../draft-reason.js';
import type { CompositionInput } from './composition-input.js';
import { wordsIn } from './model-answer.js';
import { requestFor } from './model-request.js';

export interface Model {
  /** Without `/chat/completions`. */
  url: string;
  model: string;
  key: string | undefined;
  timeoutMs: number;
}

/** Far more than words need. */
const MAX_ANSWER_BYTES = 1_048_576;

/** Whoever asks to be left alone for longer is asked by the next try. */
const MAX_PAUSE_S = 10;

/** What another try may mend; every other status that is not a success is for good. */
const PASSING: Readonly<Record<number, DraftReasonCode>> = {
  408: 'composer_timeout',
  409: 'composer_failed',
  425: 'composer_failed',
  429: 'composer_busy',
};

/** Has the words written by a model, behind any API that speaks like OpenAI's chat completions. */
export class ModelComposer extends Composer {
  constructor(private readonly model: Model) {
    super();
  }

  async write(input: CompositionInput, signal: AbortSignal): Promise<Words> {
    const body = requestFor(this.model.model, input);
    // One deadline for all of it: to be heard, to be answered, and to have read the answer.
    const deadline = AbortSignal.timeout(this.model.timeoutMs);
    try {
      return wordsIn(await this.answerTo(body, AbortSignal.any([signal, deadline])));
    } catch (error) {
      if (error instanceof Uncomposable || error instanceof ComposingFailed) throw error;
      const code = deadline.aborted ? 'composer_timeout' : 'composer_unreachable';
      throw new ComposingFailed(code, error);
    }
  }

  private async answerTo(body: string, signal: AbortSignal): Promise<string> {
    let answer = await this.send(body, signal);
    const pause = pauseOf(answer);
    if (pause !== undefined) {
      await answer.body?.cancel();
      await wait(pause * 1000, undefined, { signal });
      answer = await this.send(body, signal);
    }
    if (answer.ok) return textOf(answer);
    await answer.body?.cancel();
    throw failureOf(answer.status);
  }

  private send(body: string, signal: AbortSignal): Promise<Response> {
    const { url, key } = this.model;
    const access: Record<string, string> = key === undefined ? {} : { authorization: `Bearer ${key}` };
    return fetch(`${url}/chat/completions`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', accept: 'application/json', ...access },
      body,
      // Another place is not the one that the key is for.
      redirect: 'manual',
      signal,
    });
  }
}

/** In seconds, where it has too much to do and says for how long. */
function pauseOf({ status, headers }: Response): number | undefined {
  const said = headers.get('retry-after') ?? '';
  const seconds = /^\d+$/.test(said) ? Number(said) : Infinity;
  return [429, 503].includes(status) && seconds <= MAX_PAUSE_S ? seconds : undefined;
}

function failureOf(status: number): ComposingFailed | Uncomposable {
  const cause = new Error(`It answered ${status}.`);
  if (status >= 500) return new ComposingFailed('composer_failed', cause);
  const passing = PASSING[status];
  if (passing) return new ComposingFailed(passing, cause);
  return new Uncomposable(
    [401, 403].includes(status) ? 'composer_access_denied' : 'composer_rejected',
    cause,
  );
}

/** Never keeps more of it than is allowed. */
async function textOf(answer: Response): Promise<string> {
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  for await (const chunk of (answer.body ?? []) as AsyncIterable<Uint8Array>) {
    bytes += chunk.length;
    // Leaving the loop ends the connection.
    if (bytes > MAX_ANSWER_BYTES)
      throw new ComposingFailed('composer_answer_invalid', new Error('It does not end.'));
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString('utf8');
}
