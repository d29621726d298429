import { Controller } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { Endpoint } from '../../shared/http/endpoint/endpoint.js';
import { FromBody, FromQuery, IfMatch, PathId } from '../../shared/http/endpoint/inputs.js';
import { TO_DELETE } from '../../shared/kernel/example-ids.js';
import { aboutCombinations } from '../../shared/database/lists/combinations.js';
import { Precondition } from '../../shared/kernel/precondition.js';
import { BrandsQuery, CreateBrand, BrandListView, BrandView, UpdateBrand } from './brands.dto.js';
import { brandList } from './brand-reads.js';
import { BrandsService } from './brands.service.js';

const ASSETS = {
  code: 'asset_not_found',
  when: 'There is no such asset, it is in the trash, or it has another type (`wrong_asset_type`).',
};

@Controller()
@ApiTags('brands')
export class BrandsController {
  constructor(private readonly brands: BrandsService) {}

  @Endpoint('GET /v0/brands', {
    summary: 'List brands',
    description: `All brands, newest first. ${aboutCombinations(brandList.source)}`,
    access: 'brands:read',
    answer: BrandListView,
  })
  listBrands(@FromQuery() query: BrandsQuery) {
    return this.brands.list(query);
  }

  @Endpoint('POST /v0/brands', {
    summary: 'Create a brand',
    description: 'Pages show the brand if their `brandId` is its `brandId` or its `key`.',
    access: 'brands:write',
    conflict: { code: 'brand_key_taken', when: 'Another brand has this key.' },
    reference: ASSETS,
    answer: BrandView,
    status: 201,
  })
  createBrand(@FromBody() body: CreateBrand) {
    return this.brands.create(body);
  }

  @Endpoint('GET /v0/brands/{brand_id}', {
    summary: 'Get a brand',
    description: 'One brand.',
    access: 'brands:read',
    answer: BrandView,
  })
  getBrand(@PathId('brand_id', 'brand') brandId: string) {
    return this.brands.get(brandId);
  }

  @Endpoint('PATCH /v0/brands/{brand_id}', {
    summary: 'Update a brand',
    description: 'Changes the given fields; null clears a field. Visitors see the change within a second.',
    access: 'brands:write',
    conflict: {
      code: 'brand_key_taken',
      when: 'Another brand has this key, or the key would change while pages name the brand (`brand_in_use`).',
    },
    reference: ASSETS,
    answer: BrandView,
  })
  updateBrand(
    @PathId('brand_id', 'brand') brandId: string,
    @FromBody() body: UpdateBrand,
    @IfMatch() precondition: Precondition,
  ) {
    return this.brands.update(brandId, body, precondition);
  }

  @Endpoint('DELETE /v0/brands/{brand_id}', {
    summary: 'Delete a brand',
    description: 'Deletes the brand permanently, and returns it as it was.',
    access: 'brands:write',
    conflict: { code: 'brand_in_use', when: 'Pages that are not deleted name the brand.' },
    answer: BrandView,
  })
  deleteBrand(
    @PathId('brand_id', 'brand', TO_DELETE) brandId: string,
    @IfMatch() precondition: Precondition,
  ) {
    return this.brands.delete(brandId, precondition);
  }
}
