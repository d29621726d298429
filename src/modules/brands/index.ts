import type { FoyerModule } from '../../shared/foyer-module.js';
import { brandList } from './brand-reads.js';
import { Brand } from './brand.entity.js';
import { brandEvents } from './brands.events.js';
import { brandMigrations } from './brands.migration.js';
import { BrandsModule } from './brands.module.js';
import { removeSampleBrands, sampleBrands } from './brands.sample.js';
import { brandProblems } from './brands.problems.js';

export type { BrandLink, Corners } from './brand.entity.js';
export type { BrandRecord } from './brand-reads.js';
export { contrasting, hexOf, isDark, readableOn, rgbOf } from './colours.js';
export { effectiveColours, type EffectiveColours, type SchemeColours } from './effective-colours.js';
export { TYPEFACES, type Typeface } from './typefaces.js';
export { BrandPages } from './brand-pages.js';
export { BrandsApi } from './brands.api.js';
export { BrandsModule } from './brands.module.js';

export const brands: FoyerModule = {
  nest: BrandsModule,
  tags: { brands: 'How the pages of a company look: logo, colours, typeface, footer' },
  entities: [Brand],
  migrations: brandMigrations,
  events: brandEvents,
  jobs: [],
  lists: [brandList],
  scopes: ['brands:read', 'brands:write'],
  problems: brandProblems,
  sample: sampleBrands,
  removeSample: removeSampleBrands,
};
