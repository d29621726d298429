import { MAX_CONTENT_BYTES } from './content.js';

/** Why a version could not be published. The codes never change; the texts are for people. */
export const DRAFT_REASONS = {
  content_too_large: `The content would have more than ${MAX_CONTENT_BYTES} bytes.`,
  composer_unreachable:
    'The composer could not be reached, or closed the connection before its answer was complete.',
  composer_timeout: 'The composer did not answer in time.',
  composer_busy: 'The composer is overloaded.',
  composer_failed: 'The composer failed.',
  composer_access_denied: 'The composer rejects the key of this service.',
  composer_rejected: 'The composer rejects the request; check its URL and model in the settings.',
  composer_refused: 'The composer refused to write the text.',
  composer_answer_invalid: 'The answer of the composer does not match the requested format.',
  publishing_failed: 'It could not be published, after all tries.',
} as const;

export type DraftReasonCode = keyof typeof DRAFT_REASONS;

export const isDraftReason = (code: string | undefined): code is DraftReasonCode =>
  code !== undefined && Object.hasOwn(DRAFT_REASONS, code);
