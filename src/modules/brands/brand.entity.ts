import { defineEntity, p } from '@mikro-orm/core';
import { columns, type ChangeOf } from '../../shared/database/records/column-map.js';
import {
  newRecord,
  orderPreservingJson,
  recordColumns,
  timestamps,
} from '../../shared/database/records/columns.js';
import { notPersonal } from '../../shared/database/records/personal.js';
import { detached } from '../../shared/database/records/detached.js';
import { clock } from '../../shared/kernel/clock.js';
import type { Typeface } from './typefaces.js';

export const CORNERS = ['sharp', 'soft', 'round'] as const;

export type Corners = (typeof CORNERS)[number];

export interface BrandLink {
  label: string;
  url: string;
}

/** The fields that clients set and change. The company publishes all of them. */
export const brandFacts = columns({
  key: notPersonal(p.text()),
  name: notPersonal(p.text()),
  legalName: notPersonal(p.text().nullable()),
  address: notPersonal(p.text().nullable()),
  logoAssetId: p.uuid().nullable(),
  darkLogoAssetId: p.uuid().nullable(),
  iconAssetId: p.uuid().nullable(),
  accentColor: notPersonal(p.text().nullable()),
  groundColor: notPersonal(p.text().nullable()),
  textColor: notPersonal(p.text().nullable()),
  typeface: notPersonal(p.text().$type<Typeface>().nullable()),
  corners: notPersonal(p.text().$type<Corners>().nullable()),
  footerLinks: notPersonal(orderPreservingJson<BrandLink[]>()),
  language: notPersonal(p.text().nullable()),
  showsForeignImages: p.boolean(),
});

export const brandColumns = columns({ id: recordColumns.id }).and(brandFacts).and(columns(timestamps));

const BrandSchema = defineEntity({
  name: 'Brand',
  tableName: 'brand',
  properties: { ...recordColumns, ...brandColumns.properties },
});

export type BrandChange = ChangeOf<typeof brandFacts>;

export type NewBrand = BrandChange & { key: string; name: string };

/** How pages of a company look. */
export class Brand extends BrandSchema.class {
  static create(given: NewBrand): Brand {
    const { footerLinks = [], showsForeignImages = false } = given;
    return detached(Brand, {
      ...newRecord(),
      ...brandFacts.valuesOf({ ...given, footerLinks, showsForeignImages }),
    });
  }

  /** An absent field keeps its value; null clears it. */
  change(change: BrandChange): void {
    Object.assign(this, brandFacts.given(change));
    this.updatedAt = clock.notBefore(this.updatedAt);
  }
}

BrandSchema.setClass(Brand);
