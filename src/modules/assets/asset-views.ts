import { wireTime, wireTimeOrNull } from '../../shared/kernel/wire-time.js';
import { wireId } from '../../shared/kernel/ids.js';
import type { AssetView } from './assets.dto.js';

/** What a view is made from. An entity has this shape, and so has a row of a prepared read. */
export interface AssetRecord {
  id: string;
  tenantId: string;
  name: string;
  purpose: string;
  tags: string[];
  aiDescription?: string | null;
  parentAssetId?: string | null;
  hidden: boolean;
  kind: string;
  fileId: string;
  createdAt: Date | number;
  updatedAt: Date | number;
  trashedAt?: Date | number | null;
  deletedAt?: Date | number | null;
}

export function assetView(asset: AssetRecord, urlOf: (fileId: string) => string): AssetView {
  const { parentAssetId, trashedAt = null, deletedAt = null } = asset;
  return {
    assetId: wireId('asset', asset.id),
    tenantId: wireId('tenant', asset.tenantId),
    name: asset.name,
    purpose: asset.purpose,
    tags: asset.tags,
    aiDescription: asset.aiDescription ?? null,
    parentAssetId: parentAssetId ? wireId('asset', parentAssetId) : null,
    hidden: asset.hidden,
    data: { type: asset.kind, fileId: wireId('file', asset.fileId) },
    createdAt: wireTime(asset.createdAt),
    updatedAt: wireTime(asset.updatedAt),
    trashedAt: wireTimeOrNull(trashedAt),
    deletedAt: wireTimeOrNull(deletedAt),
    downloadUrl: trashedAt === null ? urlOf(asset.fileId) : null,
    previewDownloadUrl: null,
  };
}
