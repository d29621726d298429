import { EntityManager, LockMode } from '@mikro-orm/postgresql';
import { Injectable } from '@nestjs/common';
import { PreparedReads } from '../../shared/database/prepared-reads.js';
import { TenantLock } from '../../shared/database/tenant-lock.js';
import { Events } from '../../shared/events/events.js';
import type { Precondition } from '../../shared/kernel/precondition.js';
import { clock } from '../../shared/kernel/clock.js';
import { conflict, notFound, unknownReference } from '../../shared/kernel/errors.js';
import { uuidOf } from '../../shared/kernel/ids.js';
import { FileUrls, WINDOW_MS } from '../../shared/storage/file-urls.js';
import { onTheWayUp } from './asset-reads.js';
import { assetView } from './asset-views.js';
import type { AssetEventKind } from './assets.events.js';
import { Asset } from './asset.entity.js';
import type { AssetView } from './assets.dto.js';

/** What all changes of assets have in common. */
@Injectable()
export class AssetRecords {
  constructor(
    private readonly em: EntityManager,
    private readonly reads: PreparedReads,
    private readonly tenantLock: TenantLock,
    private readonly events: Events,
    private readonly urls: FileUrls,
  ) {}

  /** Locked, and as the caller saw it. A URL that has been renewed since then is no change of the record. */
  async load(assetId: string, precondition?: Precondition): Promise<Asset> {
    const asset = await this.em.findOne(Asset, assetId, { lockMode: LockMode.PESSIMISTIC_WRITE });
    if (!asset) throw notFound('asset');
    if (!precondition) return asset;
    const anHourAgo = new Date(clock.now().getTime() - WINDOW_MS);
    precondition.assertHolds(
      assetView(asset, await this.urls.signer()),
      assetView(asset, await this.urls.signer(anHourAgo)),
    );
    return asset;
  }

  /** The asset to put others below. Held where it is until they are. */
  async parent(id: string): Promise<Asset> {
    const uuid = uuidOf('asset', id);
    const found = uuid && (await this.em.findOne(Asset, uuid, { lockMode: LockMode.PESSIMISTIC_READ }));
    if (found && found.state() === 'active') return found;
    throw unknownReference('asset_not_found', '/parentAssetId', 'There is no such asset to be the parent.');
  }

  /** Changes of the tree take turns: two that are each sound could make a ring together. */
  takeTurn(): Promise<void> {
    return this.tenantLock.acquire('asset tree');
  }

  async assertNotAbove(asset: Asset, parent: Asset): Promise<void> {
    if (!(await this.reads.one(onTheWayUp, parent.id, asset.id))) return;
    throw conflict('asset_cycle', 'An asset can not be below itself.');
  }

  async unchanged(asset: Asset): Promise<AssetView> {
    return assetView(asset, await this.urls.signer());
  }

  async changed(type: AssetEventKind, asset: Asset): Promise<AssetView> {
    const view = await this.unchanged(asset);
    this.events.record({ type, assetId: view.assetId, parentAssetId: view.parentAssetId });
    return view;
  }
}
