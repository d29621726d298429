import type { Operation } from '../support/openapi/operations.js';

/** Overrides of examples: as they stand, they repeat values of the samples, or cause less than they could. */
const OTHERWISE: Record<string, object> = {
  createAccount: { domain: 'elsewhere.example' },
  createAccounts: { items: [{ domain: 'third.example' }] },
  createAccountLog: { idempotencyKey: 'for the first time' },
  createPersonLog: { idempotencyKey: 'for the first time' },
  replayWebhookEvents: { dryRun: false },
  recordAudienceSession: { formSubmission: { formSubmissionId: 'submission-18' } },
};

/** The example of an operation, so that it changes something. */
export function changingBody({ id, exampleBody }: Pick<Operation, 'id' | 'exampleBody'>): object | undefined {
  return OTHERWISE[id] ? { ...exampleBody, ...OTHERWISE[id] } : exampleBody;
}
