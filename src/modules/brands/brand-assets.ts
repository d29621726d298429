import { Injectable } from '@nestjs/common';
import { unknownReference } from '../../shared/kernel/errors.js';
import { uuidNamedBy, uuidOf } from '../../shared/kernel/ids.js';
import { AssetsApi, type AssetKind, type AssetSummary } from '../assets/index.js';
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

/** Finds the assets that a request names for a brand. */
@Injectable()
export class BrandAssets {
  constructor(private readonly assets: AssetsApi) {}

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
    throw unknownReference('asset_not_found', `/${field}`, 'There is no such asset, or it is in the trash.');
  const kind = ASSET_FIELDS[field];
  if (asset.kind === kind) return asset.id;
  throw unknownReference(
    'wrong_asset_type',
    `/${field}`,
    `The asset must be of type ${kind}; this one is of type ${asset.kind}.`,
  );
}
