import { Injectable } from '@nestjs/common';
import { PreparedRead, PreparedReads } from '../../shared/database/records/prepared-reads.js';
import { uuidOf, wireId } from '../../shared/kernel/ids.js';
import { IS_PICTURE } from './entities/asset-kinds.js';

/** An asset that a page names, in whatever state it is. */
export interface NamedAsset {
  /** Whether its file is always a picture. */
  isPicture: boolean;
  isTrashed: boolean;
  isHidden: boolean;
}

/** By `asset_…`, and by `file_…`. What does not exist is absent. */
export type NamedAssets = ReadonlyMap<string, NamedAsset>;

interface Row extends NamedAsset {
  assetId: string;
  fileId: string;
}

const STATE = `
  ${IS_PICTURE} as "isPicture",
  trashed_at is not null as "isTrashed", hidden as "isHidden"`;

/** The file of an asset may also be that of one of its variants. */
const namedAssets = new PreparedRead<Row>(
  'asset.named',
  `select id as "assetId", file_id as "fileId", ${STATE} from asset where tenant_id = $1 and id = any($2)
   union all
   select id, file_id, ${STATE} from asset where tenant_id = $1 and file_id = any($3)
   union all
   select a.id, v.file_id, ${STATE} from asset_variant v join asset a on a.tenant_id = $1 and a.id = v.asset_id
   where v.tenant_id = $1 and v.file_id = any($3) and v.purpose <> 'preview'`,
);

/** Tells other modules whether the assets that their records name can be shown. */
@Injectable()
export class NamedAssetsApi {
  constructor(private readonly reads: PreparedReads) {}

  /** `names` are ids of assets and files; other texts name nothing. */
  async find(names: readonly string[]): Promise<NamedAssets> {
    const assetIds = names.flatMap((name) => uuidOf('asset', name) ?? []);
    const fileIds = names.flatMap((name) => uuidOf('file', name) ?? []);
    if (assetIds.length + fileIds.length === 0) return new Map();
    const rows = await this.reads.all(namedAssets, assetIds, fileIds);
    return new Map(
      rows.flatMap(({ assetId, fileId, ...asset }) => [
        [wireId('asset', assetId), asset] as const,
        [wireId('file', fileId), asset] as const,
      ]),
    );
  }
}
