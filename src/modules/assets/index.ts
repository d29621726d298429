import type { FoyerModule } from '../../shared/foyer-module.js';
import { assetList, assetSearch, trashList, trashSearch } from './dto/asset-reads.js';
import { Asset } from './entities/asset.entity.js';
import { assetEvents } from './assets.events.js';
import { emptyTrash } from './assets.jobs.js';
import { assetMigrations } from './assets.migration.js';
import { AssetsModule } from './assets.module.js';
import { makeMissingVariants, makeVariants } from './variants/variants.jobs.js';
import { variantRoutines } from './variants/variants.trigger.js';
import { removeSampleAssets, sampleAssets, showcaseAssets } from './assets.sample.js';
import { assetProblems } from './assets.problems.js';

export { AssetsApi, type AssetSummary } from './assets.api.js';
export { AssetUses } from './entities/asset-uses.js';
export type { AssetKind } from './entities/asset-kinds.js';
export { AssetsModule } from './assets.module.js';
export { NamedAssetsApi, type NamedAsset, type NamedAssets } from './named-assets.api.js';
export { showcaseAssetId } from './showcase/pictures.js';
export {
  pictureFileOf,
  ShownPicturesApi,
  stampOf,
  type NamedPicture,
  type PictureAsset,
  type PictureState,
  type PictureVariant,
} from './shown-pictures.api.js';

export const assets: FoyerModule = {
  nest: AssetsModule,
  tags: { assets: 'Files that pages show, and their trash' },
  entities: [Asset],
  migrations: assetMigrations,
  routines: variantRoutines,
  events: assetEvents,
  jobs: [emptyTrash, makeVariants, makeMissingVariants],
  lists: [assetList, assetSearch, trashList, trashSearch],
  scopes: ['assets:read', 'assets:write'],
  problems: assetProblems,
  sample: sampleAssets,
  showcase: showcaseAssets,
  removeSample: removeSampleAssets,
};
