import { Module } from '@nestjs/common';
import { AssetsModule } from '../assets/index.js';
import { BrandAssets } from './brand-assets.js';
import { BrandPages } from './brand-pages.js';
import { BrandsApi } from './brands.api.js';
import { BrandsController } from './brands.controller.js';
import { BrandsService } from './brands.service.js';

@Module({
  imports: [AssetsModule],
  controllers: [BrandsController],
  providers: [BrandsService, BrandAssets, BrandPages, BrandsApi],
  exports: [BrandPages, BrandsApi],
})
export class BrandsModule {}
