import { conflict } from '../../../shared/kernel/errors.js';
import { Lifecycle } from '../../../shared/kernel/lifecycle.js';

export const PAGE_STATUSES = ['archived', 'draft', 'published'] as const;

export type PageStatus = (typeof PAGE_STATUSES)[number];

export const pageLifecycle = new Lifecycle<PageStatus>('page', [
  { from: [null], to: 'draft', by: 'created' },
  { from: ['draft'], to: 'published', by: 'its first audience goes live' },
  { from: ['draft', 'published'], to: 'archived', by: 'archive' },
  { from: ['archived'], to: 'draft', by: 'restore, if it never had an audience' },
  { from: ['archived'], to: 'published', by: 'restore' },
]);

/** An archived page publishes nothing new. */
export function assertPageNotArchived(status: PageStatus): void {
  if (status === 'archived')
    throw conflict('page_archived', 'The page is archived; restore it before publishing on it.');
}
