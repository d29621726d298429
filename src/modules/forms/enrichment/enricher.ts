import { Injectable } from '@nestjs/common';
import { InjectSettings } from '../../../shared/config/config.module.js';
import type { Settings } from '../../../shared/config/settings.js';
import { textWithin } from '../../../shared/kernel/bounded-body.js';
import { clock } from '../../../shared/kernel/clock.js';
import { signedHeaders, signingKey } from '../../../shared/kernel/webhook-signatures.js';
import { enricherAnswer, type EnricherAnswer } from './enricher-answer.js';
import type { SenderIdentity } from '../entities/sender.js';
import type { Answers } from '../entities/submission.entity.js';
import { ENRICHMENT_FAILURES, type EnrichmentFailure, isTemporaryStatus } from './enrichment-failures.js';

/** Far more than three texts need. */
const MAX_ANSWER_BYTES = 65_536;

/** The request to the service. */
export interface EnricherQuestion extends SenderIdentity {
  formSubmissionId: string;
  formId: string | null;
  pageId: string;
  audienceId: string;
  personId: string | null;
  analyticsSessionId: string;
  answers: Answers;
}

export class EnricherError extends Error {
  override readonly name = 'EnricherError';

  constructor(
    readonly code: EnrichmentFailure,
    /** Whether a retry may succeed. */
    readonly isTemporary: boolean,
    cause?: unknown,
  ) {
    super(ENRICHMENT_FAILURES[code], { cause });
  }
}

/** Asks the operator's own service who sent a form (`ENRICHER_URL`). */
@Injectable()
export class Enricher {
  constructor(@InjectSettings() private readonly settings: Settings) {}

  get isSetUp(): boolean {
    return this.settings.ENRICHER_URL !== undefined;
  }

  /** May take long, so never call it in a unit of work. Every try has the same `webhook-id`. */
  async ask(question: EnricherQuestion, signal: AbortSignal): Promise<EnricherAnswer> {
    const { ENRICHER_URL: url, ENRICHER_SECRET: secret, ENRICHER_TIMEOUT_MS: timeoutMs } = this.settings;
    if (url === undefined || secret === undefined)
      throw new Error('ENRICHER_URL or ENRICHER_SECRET is not set.');
    const deadline = AbortSignal.timeout(timeoutMs);
    try {
      return await this.call(url, secret, question, AbortSignal.any([signal, deadline]));
    } catch (error) {
      if (error instanceof EnricherError) throw error;
      throw new EnricherError(deadline.aborted ? 'enricher_timeout' : 'enricher_unreachable', true, error);
    }
  }

  private async call(
    url: string,
    secret: string,
    question: EnricherQuestion,
    signal: AbortSignal,
  ): Promise<EnricherAnswer> {
    const body = JSON.stringify(question);
    const signed = { eventId: question.formSubmissionId, body, at: clock.now(), keys: [signingKey(secret)] };
    const answer = await fetch(url, {
      method: 'POST',
      headers: { ...signedHeaders(signed), accept: 'application/json' },
      body,
      // Visitors' data is for this service only, not for a server that it redirects to.
      redirect: 'manual',
      signal,
    });
    if (answer.ok && answer.status !== 204) return readAnswer(answer);
    await answer.body?.cancel();
    if (answer.status === 204) return {};
    const isTemporary = isTemporaryStatus(answer.status);
    const code = isTemporary ? 'enricher_failed' : 'enricher_refused';
    throw new EnricherError(code, isTemporary, new Error(`The service returned status ${answer.status}.`));
  }
}

async function readAnswer(answer: Response): Promise<EnricherAnswer> {
  const text = await textWithin(answer, MAX_ANSWER_BYTES);
  const { found, fault } = enricherAnswer(text);
  if (fault !== undefined) throw new EnricherError('enricher_answer_invalid', false, new Error(fault));
  return found;
}
