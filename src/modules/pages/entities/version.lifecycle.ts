import { Lifecycle } from '../../../shared/kernel/lifecycle.js';

export const VERSION_STATUSES = [
  'archived',
  'cancelled',
  'draft',
  'pending',
  'processing',
  'published',
  'queued',
] as const;

export type VersionStatus = (typeof VERSION_STATUSES)[number];

export const versionLifecycle = new Lifecycle<VersionStatus>('version', [
  { from: [null], to: 'published', by: 'first version of an audience' },
  { from: [null], to: 'pending', by: 'created' },
  { from: ['pending'], to: 'queued', by: 'it is next, and no other version of its audience is in flight' },
  { from: ['queued'], to: 'processing', by: 'a worker claims it' },
  { from: ['processing'], to: 'published', by: 'composed' },
  { from: ['processing'], to: 'draft', by: 'composing fails' },
  { from: ['draft'], to: 'queued', by: 'published again by hand' },
  { from: ['draft'], to: 'pending', by: 'published again by hand, while another version is in flight' },
  { from: ['pending'], to: 'published', by: 'rollback, which needs no worker' },
  {
    from: ['pending', 'queued', 'processing', 'draft'],
    to: 'cancelled',
    by: 'cancel, or its audience or page is archived',
  },
  { from: ['published'], to: 'archived', by: 'a newer version is published' },
]);
