import { EntityManager } from '@mikro-orm/postgresql';
import { Injectable } from '@nestjs/common';
import { Lists } from '../../shared/database/lists.js';
import { PreparedReads } from '../../shared/database/prepared-reads.js';
import type { Precondition } from '../../shared/kernel/precondition.js';
import { notFound } from '../../shared/kernel/errors.js';
import { uuidOf } from '../../shared/kernel/ids.js';
import type { ListPage } from '../../shared/kernel/list-page.js';
import { FileUrls } from '../../shared/storage/file-urls.js';
import { Files } from '../../shared/storage/files.js';
import { allowedType } from './asset-kinds.js';
import type { AssetsQuery, SearchQuery } from './asset-queries.dto.js';
import { assetById, assetList, assetSearch } from './asset-reads.js';
import { AssetRecords } from './asset-records.js';
import { searchFilter, searchTextOf } from './asset-search.js';
import { assetView, type AssetRecord } from './asset-views.js';
import { Asset } from './asset.entity.js';
import type { AssetView, CreateAsset, UpdateAsset } from './assets.dto.js';

/** What no asset has for a parent. */
const NOWHERE = '00000000-0000-0000-0000-000000000000';

@Injectable()
export class AssetsService {
  constructor(
    private readonly em: EntityManager,
    private readonly reads: PreparedReads,
    private readonly lists: Lists,
    private readonly records: AssetRecords,
    private readonly files: Files,
    private readonly urls: FileUrls,
  ) {}

  list({ assetType, hidden, parentAssetId, ...page }: AssetsQuery): Promise<ListPage<AssetView>> {
    const parent = parentAssetId === undefined ? undefined : (uuidOf('asset', parentAssetId) ?? NOWHERE);
    return this.lists.page(assetList, page, (rows) => this.viewsOf(rows), { assetType, hidden, parent });
  }

  search({ query, assetType, ...page }: SearchQuery): Promise<ListPage<AssetView>> {
    const filter = searchFilter(query);
    const list = filter.pattern === undefined ? assetList : assetSearch;
    return this.lists.page(list, page, (rows) => this.viewsOf(rows), { assetType, ...filter });
  }

  async get(assetId: string): Promise<AssetView> {
    const row = await this.reads.one(assetById, assetId);
    if (!row) throw notFound('asset');
    return assetView(row, await this.urls.signer());
  }

  async create({ file, type, ...given }: CreateAsset): Promise<AssetView> {
    const mediaType = allowedType(type, file.mediaType);
    const parent = given.parentAssetId === undefined ? null : await this.records.parent(given.parentAssetId);
    await this.files.adopt(file.id);
    const { name, purpose = '', tags = [], aiDescription = null, hidden = false } = given;
    const asset = this.em.create(Asset, {
      name,
      purpose,
      tags,
      aiDescription,
      hidden,
      parentAssetId: parent?.id ?? null,
      kind: type,
      fileId: file.id,
      mediaType,
      fileSize: file.size,
      fileHash: file.sha256,
      searchText: searchTextOf({ name, purpose, tags, aiDescription }),
    });
    return this.records.changed('asset.created', asset);
  }

  async update(assetId: string, change: UpdateAsset, precondition: Precondition): Promise<AssetView> {
    const { parentAssetId, ...rest } = change;
    if (parentAssetId) await this.records.takeTurn();
    const asset = await this.records.load(assetId, precondition);
    asset.change(rest);
    if (parentAssetId !== undefined)
      asset.change({ parentAssetId: await this.parentOf(asset, parentAssetId) });
    return this.records.changed('asset.updated', asset);
  }

  private async parentOf(asset: Asset, parentAssetId: string | null): Promise<string | null> {
    if (parentAssetId === null) return null;
    const parent = await this.records.parent(parentAssetId);
    await this.records.assertNotAbove(asset, parent);
    return parent.id;
  }

  private async viewsOf(rows: readonly AssetRecord[]): Promise<AssetView[]> {
    const urlOf = await this.urls.signer();
    return rows.map((row) => assetView(row, urlOf));
  }
}
