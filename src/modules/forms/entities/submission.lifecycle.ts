import { Lifecycle } from '../../../shared/kernel/lifecycle.js';

export const SUBMISSION_STATUSES = ['received', 'enriched', 'failed'] as const;

export type SubmissionStatus = (typeof SUBMISSION_STATUSES)[number];

export const submissionLifecycle = new Lifecycle<SubmissionStatus>('submission', [
  { from: [null], to: 'received', by: 'sent' },
  { from: ['received'], to: 'enriched', by: 'something was found out about the sender' },
  { from: ['received'], to: 'failed', by: 'nothing was found out, or your service failed' },
]);
