import { noSuch, type Problems } from '../../shared/kernel/errors.js';
import { assetLifecycle } from './entities/asset.lifecycle.js';

export const assetProblems: Problems = {
  ...assetLifecycle.problems,
  asset_not_found: noSuch('asset', 'or named in a body'),
  file_not_found: {
    kinds: ['not_found'],
    meaning: 'The asset has no file at this URL any more.',
    remedy: 'Read the asset again: it has the current URL of its file.',
  },
  asset_cycle: {
    kinds: ['conflict'],
    meaning: 'The asset would become its own ancestor.',
    remedy: 'Choose a parent that is not below the asset.',
  },
  asset_trashed: {
    kinds: ['conflict'],
    meaning: 'The asset is in the trash, so it does not change.',
    remedy: 'Restore the asset first.',
  },
  asset_active: {
    kinds: ['conflict'],
    meaning: 'The asset is not in the trash, so it can neither be restored nor deleted permanently.',
    remedy: 'To delete it permanently, delete it first: that moves it to the trash.',
  },
};
