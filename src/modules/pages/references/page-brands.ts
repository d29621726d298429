import { Injectable, type OnModuleInit } from '@nestjs/common';
import { PreparedRead, PreparedReads } from '../../../shared/database/records/prepared-reads.js';
import { BrandPages } from '../../brands/index.js';

const pagesOfBrand = new PreparedRead<{ count: number }>(
  'page.count_of_brand',
  `select count(*)::float8 as count from page
   where tenant_id = $1 and brand_id = any($2) and deleted_at is null`,
);

/** Lets the module of brands count the pages that name a brand. */
@Injectable()
export class PageBrands implements OnModuleInit {
  constructor(
    private readonly brandPages: BrandPages,
    private readonly reads: PreparedReads,
  ) {}

  onModuleInit(): void {
    this.brandPages.onCount(async (brandIds) => (await this.reads.one(pagesOfBrand, brandIds))!.count);
  }
}
