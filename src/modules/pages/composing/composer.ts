import { DomainError } from '../../../shared/kernel/errors.js';
import { DRAFT_REASONS, type DraftReasonCode } from '../draft-reason.js';
import type { CompositionInput } from './composition-input.js';

/** All that a composer decides: it writes plain text, and nothing that can be clicked or run. */
export interface Words {
  hero: { title: string; text: string };
  body: string;
  questions: { question: string; answer: string }[];
}

/** Finds the words for a page and an audience. */
export abstract class Composer {
  /** Takes as long as it takes, so it is never called within a unit of work. */
  abstract write(input: CompositionInput, signal: AbortSignal): Promise<Words>;
}

/** The version can't be composed, however often it is tried. */
export class Uncomposable extends DomainError {
  constructor(
    override readonly code: DraftReasonCode,
    override readonly cause?: unknown,
  ) {
    super('conflict', code, DRAFT_REASONS[code]);
  }
}

/** It did not go well this time; another try may. */
export class ComposingFailed extends Error {
  override readonly name = 'ComposingFailed';

  constructor(
    readonly code: DraftReasonCode,
    cause?: unknown,
  ) {
    super(DRAFT_REASONS[code], { cause });
  }
}
