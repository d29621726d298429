import { ListRead } from '../../shared/database/list-read.js';
import { PreparedRead } from '../../shared/database/prepared-reads.js';
import { millis } from '../../shared/database/sql.js';
import type { AssetRecord } from './asset-views.js';

const ASSET = `
  a.id, a.tenant_id as "tenantId", a.name, a.purpose, a.tags, a.ai_description as "aiDescription",
  a.parent_asset_id as "parentAssetId", a.hidden, a.kind, a.file_id as "fileId",
  ${millis('a.created_at')} as "createdAt", ${millis('a.updated_at')} as "updatedAt",
  ${millis('a.trashed_at')} as "trashedAt"`;

export const assetById = new PreparedRead<AssetRecord>(
  'asset.by_id',
  `select ${ASSET} from asset a where a.tenant_id = $1 and a.id = $2`,
);

/** From an asset up to the root; answers a row if another one is on the way. */
export const onTheWayUp = new PreparedRead<{ id: string }>(
  'asset.on_the_way_up',
  `with recursive way as (
     select id, parent_asset_id from asset where tenant_id = $1 and id = $2
     union
     select a.id, a.parent_asset_id from asset a join way on a.id = way.parent_asset_id where a.tenant_id = $1
   )
   select id from way where id = $3`,
);

export interface FileRow {
  name: string;
  mediaType: string;
  size: number;
  sha256: string;
}

export const fileOfActive = new PreparedRead<FileRow>(
  'asset.file',
  `select name, media_type as "mediaType", file_size::float8 as size, file_hash as sha256
   from asset where tenant_id = $1 and file_id = $2 and trashed_at is null`,
);

const BY_KIND = { assetType: 'a.kind = ?' };

/** For a few letters the rows are looked at in their order: no index of trigrams must be tempted to serve this. */
const BY_PART = { ...BY_KIND, part: 'strpos(a.search_text, ?) > 0' };

const BY_PATTERN = { ...BY_KIND, pattern: 'a.search_text like ?' };

const NEWEST_FIRST = { columns: ASSET, from: 'asset a', alias: 'a', direction: 'desc' } as const;

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

export const assetList = new ListRead<AssetRecord>('assets', {
  ...ACTIVE,
  filters: { ...BY_PART, hidden: 'a.hidden = ?', parent: 'a.parent_asset_id = ?' },
});

export const assetSearch = new ListRead<AssetRecord>('assets.search', {
  ...ACTIVE,
  filters: BY_PATTERN,
  findFirst: true,
});

export const trashList = new ListRead<AssetRecord>('assets.trash', { ...TRASHED, filters: BY_PART });

export const trashSearch = new ListRead<AssetRecord>('assets.trash.search', {
  ...TRASHED,
  filters: BY_PATTERN,
  findFirst: true,
});
