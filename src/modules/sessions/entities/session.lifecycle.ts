import { Lifecycle } from '../../../shared/kernel/lifecycle.js';

export const COMPUTATION_STATUSES = ['pending', 'completed', 'failed'] as const;

export type ComputationStatus = (typeof COMPUTATION_STATUSES)[number];

export const computationLifecycle = new Lifecycle<ComputationStatus>('session', [
  { from: [null], to: 'pending', by: 'recorded' },
  { from: ['pending'], to: 'completed', by: 'computed' },
  { from: ['pending'], to: 'failed', by: 'computation fails' },
  { from: ['completed', 'failed'], to: 'pending', by: 'new events of the visit arrive' },
]);
