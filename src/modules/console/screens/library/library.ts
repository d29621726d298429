import type { Screens } from '../kit/screen.js';
import { assetScreens } from './asset.js';
import { assetsScreens } from './assets.js';
import { brandScreens } from './brand.js';
import { brandsScreens } from './brands.js';
import { entryScreens } from './entry.js';
import { formEditorScreens } from './form.js';
import { formListScreens } from './forms.js';
import { topicScreens } from './topic.js';
import { topicsScreens } from './topics.js';
import { trashedAssetScreens } from './trashed-asset.js';

/** What pages are made of. The first screen that fits a path answers. */
export const libraryScreens: Screens = {
  ...assetsScreens,
  ...trashedAssetScreens,
  ...assetScreens,
  ...topicsScreens,
  ...entryScreens,
  ...topicScreens,
  ...brandsScreens,
  ...brandScreens,
  ...formListScreens,
  ...formEditorScreens,
};
