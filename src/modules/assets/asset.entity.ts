import { defineEntity, p } from '@mikro-orm/core';
import { bigNumber, moment, recordColumns, textList } from '../../shared/database/columns.js';
import { clock } from '../../shared/kernel/clock.js';
import { conflict } from '../../shared/kernel/errors.js';
import { searchTextOf } from './asset-search.js';
import { assetLifecycle, type AssetState } from './asset.lifecycle.js';

const AssetSchema = defineEntity({
  name: 'Asset',
  tableName: 'asset',
  properties: {
    ...recordColumns,
    name: p.text(),
    purpose: p.text(),
    tags: textList(),
    aiDescription: p.text().nullable(),
    parentAssetId: p.uuid().nullable(),
    hidden: p.boolean(),
    kind: p.text(),
    fileId: p.uuid(),
    mediaType: p.text(),
    fileSize: bigNumber(),
    fileHash: p.text(),
    searchText: p.text(),
    trashedAt: moment().nullable(),
  },
});

export interface AssetChange {
  name?: string;
  purpose?: string;
  tags?: string[];
  aiDescription?: string | null;
  hidden?: boolean;
  parentAssetId?: string | null;
}

/** A file with what is said about it. */
export class Asset extends AssetSchema.class {
  /** Set in the last moment: a deleted asset has no row any more. */
  deletedAt?: Date;

  state(): AssetState {
    if (this.deletedAt) return 'deleted';
    return this.trashedAt ? 'trashed' : 'active';
  }

  change(change: AssetChange): void {
    if (this.state() !== 'active')
      throw conflict('asset_trashed', 'The asset is in the trash; restore it before you change it.');
    this.name = change.name ?? this.name;
    this.purpose = change.purpose ?? this.purpose;
    this.tags = change.tags ?? this.tags;
    this.hidden = change.hidden ?? this.hidden;
    if (change.aiDescription !== undefined) this.aiDescription = change.aiDescription;
    if (change.parentAssetId !== undefined) this.parentAssetId = change.parentAssetId;
    this.searchText = searchTextOf(this);
    this.updatedAt = clock.now();
  }

  trash(): void {
    assetLifecycle.step(this.state(), 'trashed');
    this.trashedAt = clock.now();
    this.updatedAt = this.trashedAt;
  }

  restore(): void {
    assetLifecycle.step(this.state(), 'active');
    this.trashedAt = null;
    this.updatedAt = clock.now();
  }

  delete(): void {
    assetLifecycle.step(this.state(), 'deleted');
    this.deletedAt = clock.now();
  }
}

AssetSchema.setClass(Asset);
