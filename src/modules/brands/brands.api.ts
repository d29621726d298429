import { Injectable } from '@nestjs/common';
import { PreparedRead, PreparedReads } from '../../shared/database/records/prepared-reads.js';
import { uuidOf } from '../../shared/kernel/ids.js';
import { brandColumns } from './brand.entity.js';
import type { BrandRecord } from './brand-reads.js';

const NAMED = 'tenant_id = $1 and (id = $2 or key = $3)';

const brandNamed = new PreparedRead<BrandRecord>(
  'brand.named',
  `select ${brandColumns.select('b')} from brand b where b.${NAMED}`,
  { isShort: true },
);

/** The most keys that a page's misspelt `brandId` is compared with. */
const MAX_KEYS = 200;

const brandKeys = new PreparedRead<{ key: string }>(
  'brand.keys',
  `select key from brand where tenant_id = $1 order by created_at desc, id desc limit ${MAX_KEYS}`,
);

const lockNamed = new PreparedRead<{ id: string }>(
  'brand.lock_named',
  `select id from brand where ${NAMED} for key share`,
);

/** Brands, for other modules. A page's `brandId` is free text; it names a brand by its id or by its key. */
@Injectable()
export class BrandsApi {
  constructor(private readonly reads: PreparedReads) {}

  find(named: string): Promise<BrandRecord | undefined> {
    return this.reads.one(brandNamed, uuidOf('brand', named) ?? null, named);
  }

  /** The keys of the newest brands. */
  async keys(): Promise<string[]> {
    return (await this.reads.all(brandKeys)).map(({ key }) => key);
  }

  /** For a page that is to name the brand: until its transaction ends, the brand keeps its key and is not deleted. */
  async lock(named: string): Promise<void> {
    await this.reads.one(lockNamed, uuidOf('brand', named) ?? null, named);
  }
}
