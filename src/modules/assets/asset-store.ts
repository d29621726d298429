import { Injectable } from '@nestjs/common';
import { RecordLock } from '../../shared/database/transactions/record-lock.js';
import { Events } from '../../shared/events/events.js';
import { notFound } from '../../shared/kernel/errors.js';
import type { Precondition } from '../../shared/kernel/precondition.js';
import { FileUrls } from '../../shared/storage/file-urls.js';
import { assertUnchanged } from './dto/asset-precondition.js';
import { assetView, type AssetRecord } from './dto/asset-reads.js';
import { AssetUses } from './entities/asset-uses.js';
import { Asset } from './entities/asset.entity.js';
import type { AssetView } from './dto/assets.dto.js';
import type { AssetEventKind } from './assets.events.js';

/** Loads assets for changes, and creates their views. */
@Injectable()
export class AssetStore {
  constructor(
    private readonly recordLock: RecordLock,
    private readonly events: Events,
    private readonly urls: FileUrls,
    private readonly uses: AssetUses,
  ) {}

  /** Locks the asset. */
  async load(assetId: string, precondition?: Precondition): Promise<Asset> {
    const asset = await this.recordLock.findOne(Asset, { id: assetId });
    if (!asset) throw notFound('asset');
    if (precondition?.isGiven) await this.assertUnchanged(asset, precondition);
    return asset;
  }

  /** The answer to the move to the trash also has the uses of the asset. */
  private async assertUnchanged(asset: Asset, precondition: Precondition): Promise<void> {
    const uses = asset.state === 'trashed' ? await this.uses.of(asset.id) : [];
    await assertUnchanged(asset, precondition, this.urls, uses);
  }

  async changed(type: AssetEventKind, asset: Asset): Promise<AssetView> {
    const view = await this.viewOf(asset);
    this.events.record({ type, assetId: view.assetId, parentAssetId: view.parentAssetId });
    return view;
  }

  async viewOf(asset: AssetRecord): Promise<AssetView> {
    return assetView(asset, await this.urls.signer());
  }

  async viewsOf(assets: readonly AssetRecord[]): Promise<AssetView[]> {
    const urlOf = await this.urls.signer();
    return assets.map((asset) => assetView(asset, urlOf));
  }
}
