import { Injectable, type OnModuleInit } from '@nestjs/common';
import { PreparedRead, PreparedReads } from '../../shared/database/records/prepared-reads.js';
import { unknownReference } from '../../shared/kernel/errors.js';
import { uuidNamedBy, uuidOf, wireId } from '../../shared/kernel/ids.js';
import { AssetsApi, AssetUses, type AssetKind, type AssetSummary } from '../assets/index.js';
import type { BrandChange } from './brand.entity.js';

/** The kind of asset that each field of a brand names. */
const ASSET_FIELDS = {
  logoAssetId: 'logo',
  darkLogoAssetId: 'logo',
  iconAssetId: 'icon',
} as const satisfies Record<string, AssetKind>;

type AssetField = keyof typeof ASSET_FIELDS;

const FIELDS = Object.keys(ASSET_FIELDS) as AssetField[];

type GivenAssets = { [Field in AssetField]?: string | null };

type StoredAssets = Pick<BrandChange, AssetField>;

const brandsWithAsset = new PreparedRead<{ id: string }>(
  'brand.with_asset',
  `select id from brand
   where tenant_id = $1 and $2 in (logo_asset_id, dark_logo_asset_id, icon_asset_id) order by id limit $3`,
);

/** The assets that brands name. */
@Injectable()
export class BrandAssets implements OnModuleInit {
  constructor(
    private readonly assets: AssetsApi,
    private readonly uses: AssetUses,
    private readonly reads: PreparedReads,
  ) {}

  onModuleInit(): void {
    this.uses.onFind(async (assetId, limit) => {
      const brands = await this.reads.all(brandsWithAsset, assetId, limit);
      return brands.map(({ id }) => ({ type: 'brand', id: wireId('brand', id) }));
    });
  }

  /** The ids as stored. Locks the assets, so none of them is trashed before the brand is stored. */
  async named(given: GivenAssets): Promise<StoredAssets> {
    const fields = FIELDS.filter((field) => given[field] !== undefined);
    const uuids = fields
      .map((field) => uuidOf('asset', given[field] ?? ''))
      .filter((uuid) => uuid !== undefined);
    const found = await this.assets.lock(uuids);
    const stored = fields.map((field) => [field, assetFor(field, given[field]!, found)]);
    return Object.fromEntries(stored) as StoredAssets;
  }
}

function assetFor(
  field: AssetField,
  id: string | null,
  found: ReadonlyMap<string, AssetSummary>,
): string | null {
  if (id === null) return null;
  const asset = found.get(uuidNamedBy('asset', id));
  if (!asset)
    throw unknownReference('asset_not_found', `/${field}`, 'There is no such asset, or it is in the trash.', {
      kind: 'asset',
      id,
    });
  const kind = ASSET_FIELDS[field];
  if (asset.kind === kind) return asset.id;
  throw unknownReference(
    'wrong_asset_type',
    `/${field}`,
    `The asset must be of type ${kind}; this one is of type ${asset.kind}.`,
  );
}
