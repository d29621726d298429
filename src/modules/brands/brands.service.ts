import { EntityManager } from '@mikro-orm/postgresql';
import { Injectable } from '@nestjs/common';
import { violatedUnique } from '../../shared/database/driver/postgres-errors.js';
import { Lists } from '../../shared/database/lists/lists.js';
import { substringFilterOf } from '../../shared/database/lists/text-filters.js';
import { PreparedReads } from '../../shared/database/records/prepared-reads.js';
import { RecordLock } from '../../shared/database/transactions/record-lock.js';
import { ValueTaken } from '../../shared/database/transactions/value-taken.js';
import { Events } from '../../shared/events/events.js';
import { notFound } from '../../shared/kernel/errors.js';
import type { ListPage } from '../../shared/answers/list-page.js';
import type { Precondition } from '../../shared/kernel/precondition.js';
import { BrandAssets } from './brand-assets.js';
import { BrandPages } from './brand-pages.js';
import { brandById, brandList, brandView, brandWithKey } from './brand-reads.js';
import { Brand } from './brand.entity.js';
import type { BrandsQuery, CreateBrand, BrandView, UpdateBrand } from './brands.dto.js';
import type { BrandEventKind } from './brands.events.js';

const BRAND = { kind: 'brand', scope: 'brands:read' } as const;

@Injectable()
export class BrandsService {
  constructor(
    private readonly em: EntityManager,
    private readonly recordLock: RecordLock,
    private readonly reads: PreparedReads,
    private readonly lists: Lists,
    private readonly events: Events,
    private readonly assets: BrandAssets,
    private readonly pages: BrandPages,
  ) {}

  list({ query, ...page }: BrandsQuery): Promise<ListPage<BrandView>> {
    return this.lists.page(brandList, page, (rows) => rows.map(brandView), substringFilterOf(query));
  }

  async get(brandId: string): Promise<BrandView> {
    const row = await this.reads.one(brandById, brandId);
    if (!row) throw notFound('brand');
    return brandView(row);
  }

  async create(given: CreateBrand): Promise<BrandView> {
    const brand = Brand.create({ ...given, ...(await this.assets.named(given)) });
    this.em.persist(brand);
    await this.assertKeyIsFree(brand);
    return this.changed('brand.created', brand);
  }

  async update(brandId: string, change: UpdateBrand, precondition: Precondition): Promise<BrandView> {
    const brand = await this.load(brandId, precondition);
    if (change.key !== undefined && change.key !== brand.key) await this.pages.assertNone(brand);
    brand.change({ ...change, ...(await this.assets.named(change)) });
    await this.assertKeyIsFree(brand);
    return this.changed('brand.updated', brand);
  }

  async delete(brandId: string, precondition: Precondition): Promise<BrandView> {
    const brand = await this.load(brandId, precondition);
    await this.pages.assertNone(brand);
    this.em.remove(brand);
    return this.changed('brand.deleted', brand);
  }

  /** Flushes at once, because with concurrent requests only the unique index decides whether the key is free. */
  private async assertKeyIsFree({ key }: Brand): Promise<void> {
    await this.em.flush().catch((error: unknown) => {
      if (violatedUnique(error) !== 'brand_key') throw error;
      const message = `Another brand has the key ${key}.`;
      const value = { code: 'brand_key_taken', message, pointer: '/key', ...BRAND } as const;
      throw new ValueTaken(value, () => this.reads.one(brandWithKey, key));
    });
  }

  /** Locks the record, so the state that is checked cannot change before the write. */
  private async load(brandId: string, precondition: Precondition): Promise<Brand> {
    const brand = await this.recordLock.findOne(Brand, { id: brandId });
    if (!brand) throw notFound('brand');
    precondition.assertHolds(brandView(brand));
    return brand;
  }

  private changed(type: BrandEventKind, brand: Brand): BrandView {
    const view = brandView(brand);
    this.events.record({ type, brandId: view.brandId });
    return view;
  }
}
