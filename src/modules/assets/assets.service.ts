import { EntityManager } from '@mikro-orm/postgresql';
import { Injectable } from '@nestjs/common';
import { Lists } from '../../shared/database/lists/lists.js';
import { PreparedReads } from '../../shared/database/records/prepared-reads.js';
import { notFound } from '../../shared/kernel/errors.js';
import { Jobs } from '../../shared/jobs/jobs.js';
import type { ListPage } from '../../shared/answers/list-page.js';
import type { Precondition } from '../../shared/kernel/precondition.js';
import { StoredFiles } from '../../shared/storage/stored-files.js';
import { assetById, assetList, assetSearch, searchFilter } from './dto/asset-reads.js';
import { AssetStore } from './asset-store.js';
import { AssetTree } from './asset-tree.js';
import { Asset } from './entities/asset.entity.js';
import { makeVariants } from './variants/variants.jobs.js';
import type { AssetsQuery, AssetView, CreateAsset, SearchQuery, UpdateAsset } from './dto/assets.dto.js';

@Injectable()
export class AssetsService {
  constructor(
    private readonly em: EntityManager,
    private readonly reads: PreparedReads,
    private readonly lists: Lists,
    private readonly assets: AssetStore,
    private readonly tree: AssetTree,
    private readonly files: StoredFiles,
    private readonly jobs: Jobs,
  ) {}

  list({ assetType, hidden, parentAssetId, ...page }: AssetsQuery): Promise<ListPage<AssetView>> {
    const filter = { assetType, hidden, parentAssetId };
    return this.lists.page(assetList, page, (rows) => this.assets.viewsOf(rows), filter);
  }

  search({ query, assetType, ...page }: SearchQuery): Promise<ListPage<AssetView>> {
    const filter = { assetType, ...searchFilter(query) };
    const list = filter.pattern === undefined ? assetList : assetSearch;
    return this.lists.page(list, page, (rows) => this.assets.viewsOf(rows), filter);
  }

  async get(assetId: string): Promise<AssetView> {
    const row = await this.reads.one(assetById, assetId);
    if (!row) throw notFound('asset');
    return this.assets.viewOf(row);
  }

  async create({ parentAssetId, ...given }: CreateAsset): Promise<AssetView> {
    const asset = Asset.create(given);
    if (parentAssetId !== undefined) asset.moveBelow(await this.tree.findParent(parentAssetId));
    await this.files.attach(asset.fileId);
    this.em.persist(asset);
    if (asset.lacksVariants) await this.jobs.enqueue(makeVariants, { assetId: asset.id });
    return this.assets.changed('asset.created', asset);
  }

  async update(assetId: string, change: UpdateAsset, precondition: Precondition): Promise<AssetView> {
    const { parentAssetId, ...rest } = change;
    if (parentAssetId) await this.tree.lock();
    const asset = await this.assets.load(assetId, precondition);
    asset.change(rest);
    if (parentAssetId !== undefined) await this.move(asset, parentAssetId);
    return this.assets.changed('asset.updated', asset);
  }

  private async move(asset: Asset, parentAssetId: string | null): Promise<void> {
    const parent = parentAssetId === null ? null : await this.tree.findParent(parentAssetId);
    if (parent) await this.tree.assertNoCycle(asset, parent);
    asset.moveBelow(parent);
  }
}
