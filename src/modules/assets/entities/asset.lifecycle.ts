import { Lifecycle } from '../../../shared/kernel/lifecycle.js';
import { DAYS_IN_TRASH } from './trash-retention.js';

export type AssetState = 'active' | 'trashed' | 'deleted';

export const assetLifecycle = new Lifecycle<AssetState>('asset', [
  { from: [null], to: 'active', by: 'upload' },
  { from: ['active'], to: 'trashed', by: 'delete' },
  { from: ['trashed'], to: 'active', by: 'restore' },
  { from: ['trashed'], to: 'deleted', by: `delete permanently, or after ${DAYS_IN_TRASH} days` },
]);
