import { Injectable } from '@nestjs/common';

/** A record that names an asset. */
export interface AssetUse {
  /** The kind of record, such as `brand`. */
  type: string;
  /** The id of the record, as in the API. */
  id: string;
}

/** Returns at most `limit` records of a module that name the asset. */
export type FindAssetUses = (assetId: string, limit: number) => Promise<AssetUse[]>;

/** An answer lists no more than these. */
export const MAX_USES = 100;

/** Which records name an asset. Modules that store ids of assets register how to find them. */
@Injectable()
export class AssetUses {
  private readonly finders: FindAssetUses[] = [];

  onFind(find: FindAssetUses): void {
    this.finders.push(find);
  }

  async of(assetId: string): Promise<AssetUse[]> {
    const uses: AssetUse[] = [];
    for (const find of this.finders) uses.push(...(await find(assetId, MAX_USES - uses.length)));
    return uses;
  }
}
