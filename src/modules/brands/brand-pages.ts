import { Injectable } from '@nestjs/common';
import { conflict } from '../../shared/kernel/errors.js';
import { wireId } from '../../shared/kernel/ids.js';
import type { Brand } from './brand.entity.js';

/** Counts the pages that are not deleted and have one of these texts as `brandId`. */
export type CountPages = (brandIds: readonly string[]) => Promise<number>;

/** The pages that name a brand. The module of pages uses this one, so it registers how to count them. */
@Injectable()
export class BrandPages {
  private readonly counts: CountPages[] = [];

  onCount(count: CountPages): void {
    this.counts.push(count);
  }

  /** Call it while the brand is locked: a page that is to name the brand waits for that lock (`BrandsApi.lock`). */
  async assertNone({ id, key }: Pick<Brand, 'id' | 'key'>): Promise<void> {
    let count = 0;
    for (const countPages of this.counts) count += await countPages([wireId('brand', id), key]);
    if (count === 0) return;
    const pages = count === 1 ? '1 page names' : `${count} pages name`;
    throw conflict('brand_in_use', `${pages} the brand in brandId; change or delete them first.`);
  }
}
