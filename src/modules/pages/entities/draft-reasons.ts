import { MAX_CONTENT_BYTES } from './content.js';

/** Why a version could not be published. The codes never change; the texts are for people. */
export const DRAFT_REASONS = {
  content_too_large: `The content would have more than ${MAX_CONTENT_BYTES} bytes.`,
  composer_unreachable: 'The composer could not be reached, or broke off its answer.',
  composer_timeout: 'The composer did not answer in time.',
  composer_busy: 'The composer has too much to do.',
  composer_failed: 'The composer failed.',
  composer_access_denied: 'The composer does not accept the key of this service.',
  composer_rejected: 'The composer does not take what it is sent; see its URL and model in the settings.',
  composer_refused: 'The composer refused to write this.',
  composer_answer_invalid: 'The composer answered something else than it was asked for.',
  publishing_failed: 'It could not be published, after all tries.',
} as const;

export type DraftReasonCode = keyof typeof DRAFT_REASONS;

export const isDraftReason = (code: string | undefined): code is DraftReasonCode =>
  code !== undefined && Object.hasOwn(DRAFT_REASONS, code);
