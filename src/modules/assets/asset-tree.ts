import { EntityManager, LockMode } from '@mikro-orm/postgresql';
import { Injectable } from '@nestjs/common';
import { PreparedReads } from '../../shared/database/records/prepared-reads.js';
import { TenantLock } from '../../shared/database/transactions/tenant-lock.js';
import { conflict, unknownReference } from '../../shared/kernel/errors.js';
import { uuidOf } from '../../shared/kernel/ids.js';
import { ancestorById } from './dto/asset-reads.js';
import { Asset } from './entities/asset.entity.js';

/** The tree of assets: each asset can have a parent. */
@Injectable()
export class AssetTree {
  constructor(
    private readonly em: EntityManager,
    private readonly reads: PreparedReads,
    private readonly tenantLock: TenantLock,
  ) {}

  /** For moves of existing assets: two concurrent moves, each of them allowed, could create a cycle together. */
  lock(): Promise<void> {
    return this.tenantLock.acquire('asset tree');
  }

  /** Finds the parent by its id and locks it, so it stays active until the child is stored. */
  async findParent(id: string): Promise<Asset> {
    const uuid = uuidOf('asset', id);
    const found =
      uuid && (await this.em.findOne(Asset, { id: uuid }, { lockMode: LockMode.PESSIMISTIC_READ }));
    if (found && found.state === 'active') return found;
    const named = { kind: 'asset', id } as const;
    throw unknownReference('asset_not_found', '/parentAssetId', 'There is no such parent asset.', named);
  }

  async assertNoCycle(asset: Asset, parent: Asset): Promise<void> {
    if (await this.reads.one(ancestorById, parent.id, asset.id))
      throw conflict('asset_cycle', 'An asset can not be its own ancestor.');
  }
}
