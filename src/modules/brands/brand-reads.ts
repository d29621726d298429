import type { RecordOf } from '../../shared/database/records/column-map.js';
import { bySubstring } from '../../shared/database/lists/text-filters.js';
import { ListRead } from '../../shared/database/lists/list-read.js';
import { PreparedRead } from '../../shared/database/records/prepared-reads.js';
import { wireId } from '../../shared/kernel/ids.js';
import { wireTime } from '../../shared/kernel/wire-time.js';
import { brandColumns, brandFacts } from './brand.entity.js';
import type { BrandView } from './brands.dto.js';
import { effectiveColours } from './effective-colours.js';

/** The input of a view. Entities and rows both have this shape. */
export type BrandRecord = RecordOf<typeof brandColumns>;

const COLUMNS = brandColumns.select('b');

export const brandById = new PreparedRead<BrandRecord>(
  'brand.by_id',
  `select ${COLUMNS} from brand b where b.tenant_id = $1 and b.id = $2`,
  { isShort: true },
);

export const brandWithKey = new PreparedRead<{ id: string }>(
  'brand.with_key',
  'select id from brand where tenant_id = $1 and key = $2',
  { isShort: true },
);

export const brandList = new ListRead<BrandRecord>('brands', {
  columns: COLUMNS,
  bytes: brandColumns.bytes('b'),
  from: 'brand b',
  alias: 'b',
  order: { 'b.created_at': 'timestamptz', 'b.id': 'uuid' },
  direction: 'desc',
  // A unit separator: no match spans both texts.
  filters: bySubstring(`b.name || e'\\x1f' || b.key`),
  indexed: [],
});

export function brandView(brand: BrandRecord): BrandView {
  const { logoAssetId, darkLogoAssetId, iconAssetId } = brand;
  return {
    brandId: wireId('brand', brand.id),
    ...brandFacts.toView(brand),
    logoAssetId: assetIdOf(logoAssetId),
    darkLogoAssetId: assetIdOf(darkLogoAssetId),
    iconAssetId: assetIdOf(iconAssetId),
    effectiveColors: effectiveColours(brand),
    createdAt: wireTime(brand.createdAt),
    updatedAt: wireTime(brand.updatedAt),
  };
}

function assetIdOf(id: string | null | undefined): string | null {
  return id ? wireId('asset', id) : null;
}
