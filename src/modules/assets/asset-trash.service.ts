import { EntityManager, LockMode } from '@mikro-orm/postgresql';
import { Injectable } from '@nestjs/common';
import { Lists } from '../../shared/database/lists/lists.js';
import { clock } from '../../shared/kernel/clock.js';
import type { ListPage } from '../../shared/answers/list-page.js';
import type { Precondition } from '../../shared/kernel/precondition.js';
import { StoredFiles } from '../../shared/storage/stored-files.js';
import { searchFilter, trashList, trashSearch, withUses } from './dto/asset-reads.js';
import { AssetUses } from './entities/asset-uses.js';
import { AssetStore } from './asset-store.js';
import { Asset } from './entities/asset.entity.js';
import { trashExpiry } from './entities/trash-retention.js';
import type { AssetView, TrashedAssetView, TrashQuery } from './dto/assets.dto.js';

@Injectable()
export class AssetTrashService {
  constructor(
    private readonly em: EntityManager,
    private readonly lists: Lists,
    private readonly assets: AssetStore,
    private readonly files: StoredFiles,
    private readonly uses: AssetUses,
  ) {}

  list({ assetType, query, ...page }: TrashQuery): Promise<ListPage<AssetView>> {
    const filter = { assetType, ...searchFilter(query) };
    const list = filter.pattern === undefined ? trashList : trashSearch;
    return this.lists.page(list, page, (rows) => this.assets.viewsOf(rows), filter);
  }

  async trash(assetId: string, precondition: Precondition): Promise<TrashedAssetView> {
    const asset = await this.assets.load(assetId, precondition);
    const uses = await this.uses.of(asset.id);
    if (asset.state === 'trashed') return withUses(await this.assets.viewOf(asset), uses);
    asset.trash();
    return withUses(await this.assets.changed('asset.trashed', asset), uses);
  }

  async restore(assetId: string): Promise<AssetView> {
    const asset = await this.assets.load(assetId);
    if (asset.state === 'active') return this.assets.viewOf(asset);
    asset.restore();
    return this.assets.changed('asset.restored', asset);
  }

  async delete(assetId: string, precondition: Precondition): Promise<AssetView> {
    const asset = await this.assets.load(assetId, precondition);
    await this.remove([asset]);
    return this.assets.changed('asset.deleted', asset);
  }

  /** Deletes at most `limit` expired assets of the trash, and returns how many it deleted. */
  async deleteExpired(limit: number): Promise<number> {
    const oldest = trashExpiry(clock.now());
    const expired = await this.em.find(
      Asset,
      { trashedAt: { $lte: oldest } },
      { orderBy: { trashedAt: 'asc' }, limit, lockMode: LockMode.PESSIMISTIC_PARTIAL_WRITE },
    );
    if (expired.length > 0) await this.remove(expired);
    for (const asset of expired) await this.assets.changed('asset.deleted', asset);
    return expired.length;
  }

  private async remove(assets: readonly Asset[]): Promise<void> {
    for (const asset of assets) {
      asset.delete();
      this.em.remove(asset);
    }
    await this.files.detach(assets.map(({ fileId }) => fileId));
  }
}
