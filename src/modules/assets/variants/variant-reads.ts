import { PreparedRead } from '../../../shared/database/records/prepared-reads.js';
import { PreparedWrite } from '../../../shared/database/records/prepared-writes.js';
import type { AssetKind } from '../entities/asset-kinds.js';

/** The original of a picture without variants. */
export interface Original {
  fileId: string;
  kind: AssetKind;
  mediaType: string;
  size: number;
  sha256: string;
}

export const originalWithoutVariants = new PreparedRead<Original>(
  'asset.original_without_variants',
  `select file_id as "fileId", kind, media_type as "mediaType", file_size::float8 as size, file_hash as sha256
   from asset where tenant_id = $1 and id = $2 and variants_at is null`,
);

/** Icons of an old release have no mark. */
const LACKS_VARIANTS = `a.variants_at is null and a.media_type like 'image/%' and a.media_type <> 'image/x-icon'`;

export const TENANTS_WITHOUT_VARIANTS = `
  select t.id as "tenantId" from tenant t
  where exists (
    select from asset a where a.tenant_id = t.id and ${LACKS_VARIANTS} and a.created_at < $1
  )`;

export const picturesWithoutVariants = new PreparedRead<{ id: string }>(
  'asset.pictures_without_variants',
  `select a.id from asset a where a.tenant_id = $1 and ${LACKS_VARIANTS} and a.created_at < $2
   order by a.created_at desc, a.id desc limit $3`,
);

/** The previous release reads `is_preview`. */
export const insertVariants = new PreparedWrite(
  'asset_variant.insert',
  `insert into asset_variant
     (tenant_id, asset_id, is_preview, file_id, purpose, media_type, width, height, file_size, file_hash)
   select $1, $2, v.purpose = 'preview', v.*
   from unnest($3::uuid[], $4::text[], $5::text[], $6::int[], $7::int[], $8::bigint[], $9::text[])
     as v (file_id, purpose, media_type, width, height, file_size, file_hash)`,
);
