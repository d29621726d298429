import { hash } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { PreparedRead, PreparedReads } from '../../shared/database/records/prepared-reads.js';
import { uuidOf } from '../../shared/kernel/ids.js';
import { FileUrls } from '../../shared/storage/file-urls.js';
import { PICTURE_KINDS } from './entities/asset-kinds.js';

/** A smaller file of a picture: WebP, or JPEG or PNG for browsers without WebP. */
export interface PictureVariant {
  fileId: string;
  mediaType: string;
  width: number;
  height: number;
}

/** A picture of the tenant that is not in the trash. Ids are UUIDs. */
export interface PictureAsset {
  assetId: string;
  /** The original. */
  fileId: string;
  mediaType: string;
  hidden: boolean;
  /** Null for an SVG without a size, and for a picture that was never decoded. */
  width: number | null;
  height: number | null;
  /** The narrowest first. None until they are made. */
  variants: PictureVariant[];
}

/** The assets that a page names, and the state in which it shows them. */
export interface PictureState {
  assetIds: readonly string[];
  stamp: string;
}

const IS_PICTURE = `kind in (${PICTURE_KINDS.map((kind) => `'${kind}'`).join(', ')}) and trashed_at is null`;

/** SQL for the file of a picture with an id; null if there is no such picture or it is in the trash. */
export const pictureFileOf = (assetId: string): string =>
  `(select file_id from asset where tenant_id = $1 and id = ${assetId} and ${IS_PICTURE})`;

const picturesByIds = new PreparedRead<PictureAsset>(
  'asset.pictures',
  `select id as "assetId", file_id as "fileId", media_type as "mediaType", hidden, width, height, array(
     select json_build_object('fileId', file_id, 'mediaType', media_type, 'width', width, 'height', height)
     from asset_variant v where v.tenant_id = $1 and v.asset_id = asset.id and not v.is_preview
     order by v.width, v.media_type desc
   ) as variants
   from asset where tenant_id = $1 and id = any($2) and ${IS_PICTURE}`,
  { isShort: true },
);

/** The pictures that pages show, for other modules. */
@Injectable()
export class ShownPicturesApi {
  constructor(
    private readonly reads: PreparedReads,
    private readonly fileUrls: FileUrls,
  ) {}

  /** Pictures by `asset_…`. Other assets, and assets in the trash, are absent. */
  async find(assetIds: readonly string[]): Promise<Map<string, PictureAsset>> {
    const uuids = new Map(assetIds.flatMap((id) => pairs(id, uuidOf('asset', id))));
    if (uuids.size === 0) return new Map();
    const rows = await this.reads.all(picturesByIds, [...new Set(uuids.values())]);
    const byUuid = new Map(rows.map((row) => [row.assetId, row]));
    return new Map([...uuids].flatMap(([id, uuid]) => pairs(id, byUuid.get(uuid))));
  }

  /** Differs from the stamp of the state if one of its assets has changed. */
  async stampNow({ assetIds }: PictureState): Promise<string> {
    return stateOf(await this.find(assetIds));
  }

  /** Signs tokens that open files of the current tenant until their assets are in the trash. */
  signer(): Promise<(fileId: string) => string> {
    return this.fileUrls.lastingSigner();
  }
}

/** Identifies what pages show of these pictures. */
export function stateOf(pictures: ReadonlyMap<string, PictureAsset>): string {
  if (pictures.size === 0) return '';
  const parts = [...pictures].map(([id, { fileId, hidden, width, variants }]) =>
    [id, fileId, hidden, width, ...variants.map((variant) => variant.fileId)].join(' '),
  );
  return hash('sha256', parts.sort().join('\n'), 'base64url');
}

function pairs<Value>(key: string, value: Value | undefined): [string, Value][] {
  return value === undefined ? [] : [[key, value]];
}
