import { Module } from '@nestjs/common';
import { AssetFilesController } from './asset-files.controller.js';
import { AssetFilesService } from './asset-files.service.js';
import { AssetStore } from './asset-store.js';
import { AssetTree } from './asset-tree.js';
import { AssetTrashController } from './asset-trash.controller.js';
import { AssetTrashService } from './asset-trash.service.js';
import { AssetUses } from './entities/asset-uses.js';
import { AssetsApi } from './assets.api.js';
import { NamedAssetsApi } from './named-assets.api.js';
import { AssetsController } from './assets.controller.js';
import { AssetsService } from './assets.service.js';
import { EmptyTrashHandler } from './empty-trash.handler.js';
import { MakeMissingVariantsHandler } from './variants/make-missing-variants.handler.js';
import { MakeVariantsHandler } from './variants/make-variants.handler.js';
import { VariantMaker } from './variants/variant-maker.js';
import { ShownPicturesApi } from './shown-pictures.api.js';

@Module({
  // The trash first: otherwise its paths would match as ids of assets.
  controllers: [AssetTrashController, AssetsController, AssetFilesController],
  providers: [
    ...[AssetStore, AssetTree, AssetsService, AssetTrashService, AssetFilesService],
    ...[EmptyTrashHandler, VariantMaker, MakeVariantsHandler, MakeMissingVariantsHandler],
    ...[AssetsApi, NamedAssetsApi, AssetUses, ShownPicturesApi],
  ],
  exports: [AssetsApi, NamedAssetsApi, AssetUses, ShownPicturesApi],
})
export class AssetsModule {}
