import type { RecordOf } from '../../../shared/database/records/column-map.js';
import { ListRead } from '../../../shared/database/lists/list-read.js';
import { byTime } from '../../../shared/database/lists/time-filters.js';
import { PreparedRead } from '../../../shared/database/records/prepared-reads.js';
import { wireId } from '../../../shared/kernel/ids.js';
import { substringPattern, folded } from '../../../shared/kernel/texts/search-text.js';
import { wireTime } from '../../../shared/kernel/wire-time.js';
import { assetColumns, assetFields, assetTimestamps } from '../entities/asset.entity.js';
import type { AssetUse } from '../entities/asset-uses.js';
import type { AssetView, TrashedAssetView } from './assets.dto.js';

/** The input of a view. Entities and rows both have this shape. */
export type AssetRecord = RecordOf<typeof assetColumns> & { deletedAt?: Date };

export const assetById = new PreparedRead<AssetRecord>(
  'asset.by_id',
  `select ${assetColumns.select('a')} from asset a where a.tenant_id = $1 and a.id = $2`,
  { isShort: true },
);

/** Whether the asset $3 is the asset $2 or one of its ancestors. */
export const ancestorById = new PreparedRead<{ id: string }>(
  'asset.ancestor_by_id',
  `with recursive ancestor as (
     select id, parent_asset_id from asset where tenant_id = $1 and id = $2
     union
     select a.id, a.parent_asset_id from asset a join ancestor on a.id = ancestor.parent_asset_id
     where a.tenant_id = $1
   )
   select id from ancestor where id = $3`,
);

export interface FileRow {
  name: string;
  mediaType: string;
  size: number;
  sha256: string;
}

/** The file of an asset or of a variant. The asset is not in the trash; $3: a preview is found there, too. */
export const servedFile = new PreparedRead<FileRow>(
  'asset.file',
  `select name, media_type as "mediaType", file_size::float8 as size, file_hash as sha256
   from asset where tenant_id = $1 and file_id = $2 and trashed_at is null
   union all
   select a.name, v.media_type, v.file_size::float8, v.file_hash
   from asset_variant v join asset a on a.tenant_id = $1 and a.id = v.asset_id
   where v.tenant_id = $1 and v.file_id = $2 and (a.trashed_at is null or (v.purpose = 'preview' and $3::boolean))`,
  { isShort: true },
);

const BY_KIND = { assetType: 'a.kind = ?' };

/** Scans the rows in list order. (With `like`, the planner may choose the trigram index, which does not help here.) */
const BY_SUBSTRING = { ...BY_KIND, substring: 'strpos(a.search_text, ?) > 0' };

const BY_PATTERN = { ...BY_KIND, pattern: 'a.search_text like ?' };

const NEWEST_FIRST = {
  columns: assetColumns.select('a'),
  bytes: assetColumns.bytes('a'),
  from: 'asset a',
  alias: 'a',
  direction: 'desc',
} as const;

const ACTIVE = {
  ...NEWEST_FIRST,
  where: 'a.trashed_at is null',
  order: { 'a.created_at': 'timestamptz', 'a.id': 'uuid' },
} as const;

const TRASHED = {
  ...NEWEST_FIRST,
  where: 'a.trashed_at is not null',
  order: { 'a.trashed_at': 'timestamptz', 'a.id': 'uuid' },
} as const;

const { sorts, filters } = byTime('a');

export const assetList = new ListRead<AssetRecord>('assets', {
  ...ACTIVE,
  sorts,
  filters: { ...BY_SUBSTRING, hidden: 'a.hidden = ?', parentAssetId: 'a.parent_asset_id = ?', ...filters },
  indexed: ['assetType', 'hidden', 'parentAssetId'],
  selective: ['parentAssetId'],
  unordered: ['substring'],
});

export const assetSearch = new ListRead<AssetRecord>('assets.search', {
  ...ACTIVE,
  filters: BY_PATTERN,
  findFirst: true,
});

export const trashList = new ListRead<AssetRecord>('assets.trash', { ...TRASHED, filters: BY_SUBSTRING });

export const trashSearch = new ListRead<AssetRecord>('assets.trash.search', {
  ...TRASHED,
  filters: BY_PATTERN,
  findFirst: true,
});

/** Trigrams consist of letters and digits. The index does not help a query without three of them in a row. */
const TRIGRAM = /[\p{L}\p{N}]{3}/u;

/** Returns a pattern for the search if the query has trigrams, and a substring for the list otherwise. */
export function searchFilter(query: string | undefined): { pattern?: string; substring?: string } {
  if (!query) return {};
  const text = folded(query);
  return TRIGRAM.test(text) ? { pattern: substringPattern(query) } : { substring: text };
}

export function assetView(asset: AssetRecord, urlOf: (fileId: string) => string): AssetView {
  const { parentAssetId, trashedAt, deletedAt, previewFileId } = asset;
  return {
    assetId: wireId('asset', asset.id),
    tenantId: wireId('tenant', asset.tenantId),
    ...assetFields.toView(asset),
    parentAssetId: parentAssetId ? wireId('asset', parentAssetId) : null,
    data: { type: asset.kind, fileId: wireId('file', asset.fileId) },
    width: asset.width ?? null,
    height: asset.height ?? null,
    ...assetTimestamps.toView(asset),
    deletedAt: deletedAt ? wireTime(deletedAt) : null,
    downloadUrl: trashedAt ? null : urlOf(asset.fileId),
    previewDownloadUrl: previewFileId && !deletedAt ? urlOf(previewFileId) : null,
  };
}

/** The answer to the move to the trash says which records name the asset. */
export function withUses(view: AssetView, uses: readonly AssetUse[]): TrashedAssetView {
  return uses.length > 0 ? { ...view, usedBy: [...uses] } : view;
}
