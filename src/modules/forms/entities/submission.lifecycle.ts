import { Lifecycle } from '../../../shared/kernel/lifecycle.js';

export const SUBMISSION_STATUSES = ['received', 'enriched', 'failed'] as const;

export type SubmissionStatus = (typeof SUBMISSION_STATUSES)[number];

export const submissionLifecycle = new Lifecycle<SubmissionStatus>('submission', [
  { from: [null], to: 'received', by: 'sent' },
  { from: ['received'], to: 'enriched', by: 'the sender is identified' },
  { from: ['received'], to: 'failed', by: 'the sender is unknown, or your service fails' },
]);
