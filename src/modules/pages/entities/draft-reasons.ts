import type { Reasons } from '../../../shared/kernel/errors.js';
import { MAX_CONTENT_BYTES } from './content.js';

const WRONG_SETTINGS = 'The operator corrects the settings of the composer. Then publish the version again.';
const TRY_AGAIN = 'Publish the version again. If it fails again, the operator looks at the composer.';

/** Why a version could not be published. The codes never change; the texts are for people. */
export const DRAFT_REASONS = {
  content_too_large: {
    meaning: `The content would have more than ${MAX_CONTENT_BYTES} bytes.`,
    remedy: 'Shorten the texts of the page or the audience, and publish again.',
  },
  composer_unreachable: {
    meaning: 'The composer could not be reached, or closed the connection before its answer was complete.',
    remedy: TRY_AGAIN,
  },
  composer_timeout: {
    meaning: 'The composer did not answer in time.',
    remedy: TRY_AGAIN,
  },
  composer_busy: {
    meaning: 'The composer is overloaded.',
    remedy: TRY_AGAIN,
  },
  composer_failed: {
    meaning: 'The composer failed.',
    remedy: TRY_AGAIN,
  },
  composer_access_denied: {
    meaning: 'The composer rejects the key of this service.',
    remedy: WRONG_SETTINGS,
  },
  composer_rejected: {
    meaning: 'The composer rejects the request; check its URL and model in the settings.',
    remedy: WRONG_SETTINGS,
  },
  composer_refused: {
    meaning: 'The composer refused to write the text.',
    remedy: 'Change the notes or the text of the page or the audience, and publish again.',
  },
  composer_answer_invalid: {
    meaning: 'The answer of the composer does not match the requested format.',
    remedy: TRY_AGAIN,
  },
  publishing_failed: {
    meaning: 'It could not be published, after all tries.',
    remedy: 'Publish the version again. If it fails again, the operator looks at the log of the workers.',
  },
} as const satisfies Reasons;

export type DraftReasonCode = keyof typeof DRAFT_REASONS;

export const isDraftReason = (code: string | undefined): code is DraftReasonCode =>
  code !== undefined && Object.hasOwn(DRAFT_REASONS, code);
