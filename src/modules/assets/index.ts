import type { FoyerModule } from '../../shared/foyer-module.js';
import { Asset } from './asset.entity.js';
import { assetEvents } from './assets.events.js';
import { Migration20261115000300Assets } from './assets.migration.js';
import { AssetsModule } from './assets.module.js';
import { sampleAssets } from './assets.sample.js';

export const assets: FoyerModule = {
  nest: AssetsModule,
  tags: { assets: 'Files that pages show, and their trash' },
  entities: [Asset],
  events: assetEvents,
  migrations: [Migration20261115000300Assets],
  sample: sampleAssets,
};
