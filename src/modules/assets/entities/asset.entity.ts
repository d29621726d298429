import { defineEntity, p } from '@mikro-orm/core';
import { columns, type ChangeOf } from '../../../shared/database/records/column-map.js';
import {
  bigNumber,
  moment,
  newRecord,
  recordColumns,
  textList,
  timestamps,
} from '../../../shared/database/records/columns.js';
import { derived } from '../../../shared/database/records/derived.js';
import { notPersonal } from '../../../shared/database/records/personal.js';
import { detached } from '../../../shared/database/records/detached.js';
import { currentTenant } from '../../../shared/database/transactions/work-context.js';
import { clock } from '../../../shared/kernel/clock.js';
import { conflict } from '../../../shared/kernel/errors.js';
import { searchText } from '../../../shared/kernel/texts/search-text.js';
import type { ReceivedFile } from '../../../shared/storage/received-file.js';
import { allowedMediaType, type AssetKind } from './asset-kinds.js';
import { assetLifecycle, type AssetState } from './asset.lifecycle.js';

/** The fields that clients set and change. */
export const assetFields = columns({
  name: p.text(),
  purpose: p.text(),
  tags: textList(),
  aiDescription: p.text().nullable(),
  parentAssetId: p.uuid().nullable(),
  hidden: p.boolean(),
});

export const assetTimestamps = columns({ ...timestamps, trashedAt: moment().nullable() });

/** The columns that the view of an asset needs. */
export const assetColumns = columns({
  tenantId: recordColumns.tenantId,
  id: recordColumns.id,
  ...assetFields.properties,
  kind: notPersonal(p.text().$type<AssetKind>()),
  fileId: p.uuid(),
  width: p.integer().nullable(),
  height: p.integer().nullable(),
  previewFileId: p.uuid().nullable(),
  ...assetTimestamps.properties,
});

const AssetSchema = defineEntity({
  name: 'Asset',
  tableName: 'asset',
  properties: {
    ...assetColumns.properties,
    mediaType: notPersonal(p.text()),
    fileSize: bigNumber(),
    fileHash: p.text(),
    searchText: derived(p.text()),
    variantsAt: derived(moment().nullable()),
    /** Null is none. */
    variantFailures: derived(p.smallint().nullable()),
  },
});

export type AssetChange = Omit<ChangeOf<typeof assetFields>, 'parentAssetId'>;

export interface NewAsset extends AssetChange {
  name: string;
  type: AssetKind;
  file: ReceivedFile;
}

const MAX_VARIANT_FAILURES = 2;

interface PictureSize {
  width: number;
  height: number;
}

/** A file with its description. */
export class Asset extends AssetSchema.class {
  /** Only in the response to the deletion: a deleted asset has no row. */
  deletedAt?: Date;

  static create({ file, type, ...about }: NewAsset): Asset {
    const { name, purpose = '', tags = [], aiDescription = null, hidden = false } = about;
    return detached(Asset, {
      ...newRecord(),
      tenantId: currentTenant(),
      name,
      purpose,
      tags,
      aiDescription,
      parentAssetId: null,
      hidden,
      kind: type,
      fileId: file.id,
      width: file.picture?.width ?? null,
      height: file.picture?.height ?? null,
      previewFileId: null,
      variantsAt: file.picture ? null : clock.now(),
      mediaType: allowedMediaType(type, file.mediaType),
      fileSize: file.size,
      fileHash: file.sha256,
      searchText: searchTextOf({ name, purpose, tags, aiDescription }),
      trashedAt: null,
    });
  }

  get state(): AssetState {
    if (this.deletedAt) return 'deleted';
    return this.trashedAt ? 'trashed' : 'active';
  }

  change(change: AssetChange): void {
    this.assertActive();
    Object.assign(this, assetFields.given(change));
    this.searchText = searchTextOf(this);
    this.updatedAt = clock.notBefore(this.updatedAt);
  }

  moveBelow(parent: Asset | null): void {
    this.assertActive();
    this.parentAssetId = parent?.id ?? null;
    this.updatedAt = clock.notBefore(this.updatedAt);
  }

  trash(): void {
    assetLifecycle.step(this.state, 'trashed');
    this.trashedAt = this.updatedAt = clock.notBefore(this.updatedAt);
  }

  restore(): void {
    assetLifecycle.step(this.state, 'active');
    this.trashedAt = null;
    this.updatedAt = clock.notBefore(this.updatedAt);
  }

  delete(): void {
    assetLifecycle.step(this.state, 'deleted');
    this.deletedAt = clock.notBefore(this.updatedAt);
  }

  /** Whether its variants have yet to be made. */
  get lacksVariants(): boolean {
    return this.variantsAt === null;
  }

  /** The answer then has more to show, but the asset is the same: `updatedAt` stays. */
  showVariants({ width, height }: PictureSize, previewFileId: string | null): void {
    Object.assign(this, { width, height, previewFileId, variantsAt: clock.now() });
  }

  /** Returns whether to try again: a file that fails twice keeps its original only. */
  failVariants(): boolean {
    this.variantFailures = (this.variantFailures ?? 0) + 1;
    if (this.variantFailures >= MAX_VARIANT_FAILURES) this.variantsAt = clock.now();
    return this.lacksVariants;
  }

  private assertActive(): void {
    if (this.state === 'active') return;
    throw conflict('asset_trashed', 'The asset is in the trash; restore it before changing it.');
  }
}

AssetSchema.setClass(Asset);

/** The texts that a search looks through. */
function searchTextOf({
  name,
  purpose,
  tags,
  aiDescription,
}: Pick<Asset, 'name' | 'purpose' | 'tags' | 'aiDescription'>): string {
  return searchText([name, purpose, ...tags, aiDescription]);
}
