import { EntityManager, LockMode } from '@mikro-orm/postgresql';
import { Injectable } from '@nestjs/common';
import { Lists } from '../../shared/database/lists.js';
import type { Precondition } from '../../shared/kernel/precondition.js';
import { clock } from '../../shared/kernel/clock.js';
import type { ListPage } from '../../shared/kernel/list-page.js';
import { FileUrls } from '../../shared/storage/file-urls.js';
import { Files } from '../../shared/storage/files.js';
import type { TrashQuery } from './asset-queries.dto.js';
import { trashList, trashSearch } from './asset-reads.js';
import { AssetRecords } from './asset-records.js';
import { searchFilter } from './asset-search.js';
import { assetView } from './asset-views.js';
import { Asset } from './asset.entity.js';
import { DAYS_IN_TRASH } from './asset.lifecycle.js';
import type { AssetView } from './assets.dto.js';

const DAY_MS = 86_400_000;

@Injectable()
export class AssetTrashService {
  constructor(
    private readonly em: EntityManager,
    private readonly lists: Lists,
    private readonly records: AssetRecords,
    private readonly files: Files,
    private readonly urls: FileUrls,
  ) {}

  async list({ assetType, query, ...page }: TrashQuery): Promise<ListPage<AssetView>> {
    const filter = searchFilter(query);
    const list = filter.pattern === undefined ? trashList : trashSearch;
    const urlOf = await this.urls.signer();
    return this.lists.page(list, page, (rows) => rows.map((row) => assetView(row, urlOf)), {
      assetType,
      ...filter,
    });
  }

  async trash(assetId: string, precondition: Precondition): Promise<AssetView> {
    const asset = await this.records.load(assetId, precondition);
    if (asset.state() === 'trashed') return this.records.unchanged(asset);
    asset.trash();
    return this.records.changed('asset.trashed', asset);
  }

  async restore(assetId: string): Promise<AssetView> {
    const asset = await this.records.load(assetId);
    if (asset.state() === 'active') return this.records.unchanged(asset);
    asset.restore();
    return this.records.changed('asset.restored', asset);
  }

  async delete(assetId: string, precondition: Precondition): Promise<AssetView> {
    const asset = await this.records.load(assetId, precondition);
    await this.remove([asset]);
    return this.records.changed('asset.deleted', asset);
  }

  /** Deletes the oldest of those whose time in the trash is over; answers how many that were. */
  async deleteOverdue(most: number): Promise<number> {
    const oldest = new Date(clock.now().getTime() - DAYS_IN_TRASH * DAY_MS);
    const overdue = await this.em.find(
      Asset,
      { trashedAt: { $lte: oldest } },
      { orderBy: { trashedAt: 'asc' }, limit: most, lockMode: LockMode.PESSIMISTIC_PARTIAL_WRITE },
    );
    if (overdue.length > 0) await this.remove(overdue);
    for (const asset of overdue) await this.records.changed('asset.deleted', asset);
    return overdue.length;
  }

  private async remove(assets: readonly Asset[]): Promise<void> {
    for (const asset of assets) {
      asset.delete();
      this.em.remove(asset);
    }
    await this.files.release(assets.map(({ fileId }) => fileId));
  }
}
