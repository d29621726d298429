import { DomainError } from '../../../shared/kernel/errors.js';
import type { QuestionAndAnswer, TextAuthor } from '../entities/content.js';
import { DRAFT_REASONS, type DraftReasonCode } from '../entities/draft-reasons.js';
import type { CompositionInput } from './composition-input.js';

/** The text that a composer writes. Body and answers are Markdown; visitors see a safe subset of it. */
export interface ComposedText {
  hero: { title: string; text: string };
  body: string;
  questions: QuestionAndAnswer[];
}

/** Writes the text of a page for an audience. */
export abstract class Composer {
  abstract readonly author: TextAuthor;

  /** May take minutes, so never call it in a unit of work. */
  abstract write(input: CompositionInput, signal: AbortSignal): Promise<ComposedText>;
}

/** The version can't be composed; a retry does not help. */
export class PermanentComposerError extends DomainError {
  constructor(
    override readonly code: DraftReasonCode,
    override readonly cause?: unknown,
  ) {
    super('conflict', code, DRAFT_REASONS[code].meaning);
  }
}

/** This try failed; a retry may succeed. */
export class TemporaryComposerError extends Error {
  override readonly name = 'TemporaryComposerError';

  constructor(
    readonly code: DraftReasonCode,
    cause?: unknown,
  ) {
    super(DRAFT_REASONS[code].meaning, { cause });
  }
}
