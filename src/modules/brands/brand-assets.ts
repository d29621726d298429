import { Injectable } from '@nestjs/common';
import { unknownReference } from '../../shared/kernel/errors.js';
import { uuidOf } from '../../shared/kernel/ids.js';
import { AssetsApi, type AssetKind } from '../assets/index.js';
import type { BrandChange } from './brand.entity.js';

/** The kind of asset that each field of a brand names. */
export const ASSET_FIELDS = {
  logoAssetId: 'logo',
  darkLogoAssetId: 'logo',
  iconAssetId: 'icon',
} as const satisfies Record<string, AssetKind>;

type AssetField = keyof typeof ASSET_FIELDS;

export type GivenAssets = { [Field in AssetField]?: string | null };

/** Finds the assets that a request names for a brand. */
@Injectable()
export class BrandAssets {
  constructor(private readonly assets: AssetsApi) {}

  /** The ids as stored. Locks the assets, so none of them is trashed before the brand is stored. */
  async named(given: GivenAssets): Promise<Pick<BrandChange, AssetField>> {
    const uuids: Pick<BrandChange, AssetField> = {};
    for (const field of Object.keys(ASSET_FIELDS) as AssetField[]) {
      const id = given[field];
      if (id !== undefined) uuids[field] = id === null ? null : await this.find(field, id);
    }
    return uuids;
  }

  private async find(field: AssetField, id: string): Promise<string> {
    const uuid = uuidOf('asset', id);
    const asset = uuid && (await this.assets.lock(uuid));
    if (!asset)
      throw unknownReference(
        'asset_not_found',
        `/${field}`,
        'There is no such asset, or it is in the trash.',
      );
    const kind = ASSET_FIELDS[field];
    if (asset.kind === kind) return asset.id;
    throw unknownReference(
      'wrong_asset_type',
      `/${field}`,
      `The asset must be of type ${kind}; this one is of type ${asset.kind}.`,
    );
  }
}
