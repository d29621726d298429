import { hash } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { PreparedRead, PreparedReads } from '../../shared/database/records/prepared-reads.js';
import { uuidOf, uuidsOf, wireId } from '../../shared/kernel/ids.js';
import { FileUrls } from '../../shared/storage/file-urls.js';
import { IS_PICTURE } from './entities/asset-kinds.js';
import type { VariantPurpose } from './variants/variant-sizes.js';

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
  /** What pages choose from, the narrowest first. None until they are made, and none of SVG and animations. */
  variants: PictureVariant[];
  /** A bitmap for the home screens of devices, which show PNG and JPEG only; null until it is made. */
  touchFileId: string | null;
}

interface PictureRow extends Omit<PictureAsset, 'variants' | 'touchFileId'> {
  smaller: (PictureVariant & { purpose: VariantPurpose })[];
}

export type NamedPicture = Pick<PictureAsset, 'assetId' | 'fileId'>;

/** The assets that a page names, and the state in which it shows them. */
export interface PictureState {
  assetIds: readonly string[];
  stamp: string;
}

const IS_USABLE = `${IS_PICTURE} and trashed_at is null`;

/** SQL for the file of a picture with an id; null if there is no such picture or it is in the trash. */
export const pictureFileOf = (assetId: string): string =>
  `(select file_id from asset where tenant_id = $1 and id = ${assetId} and ${IS_USABLE})`;

const picturesByIds = new PreparedRead<PictureRow>(
  'asset.pictures',
  `select id as "assetId", file_id as "fileId", media_type as "mediaType", hidden, width, height, array(
     select json_build_object(
       'fileId', file_id, 'mediaType', media_type, 'width', width, 'height', height, 'purpose', purpose
     )
     from asset_variant v where v.tenant_id = $1 and v.asset_id = asset.id and v.purpose <> 'preview'
     order by v.width, v.media_type desc
   ) as smaller
   from asset where tenant_id = $1 and id = any($2) and ${IS_USABLE}`,
  { isShort: true },
);

/** Ordered, so that requests with the same pictures do not wait for each other in a circle. */
const lockPictures = new PreparedRead<NamedPicture>(
  'asset.lock_pictures',
  `select id as "assetId", file_id as "fileId" from asset
   where tenant_id = $1 and id = any($2) and ${IS_USABLE} order by id for share`,
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
    const byUuid = new Map(rows.map((row) => [row.assetId, pictureOf(row)]));
    return new Map([...uuids].flatMap(([id, uuid]) => pairs(id, byUuid.get(uuid))));
  }

  /**
   * For a record that is to name the pictures: until its transaction ends, none of them is put into the trash. Returns
   * them by `asset_…`, without assets that are no pictures or in the trash.
   */
  async lock(assetIds: readonly string[]): Promise<Map<string, NamedPicture>> {
    const uuids = uuidsOf('asset', assetIds);
    if (uuids.length === 0) return new Map();
    const rows = await this.reads.all(lockPictures, [...new Set(uuids)]);
    return new Map(rows.map((row) => [wireId('asset', row.assetId), row]));
  }

  /** Differs from the stamp of the state if one of its assets has changed. */
  async stampNow({ assetIds }: PictureState): Promise<string> {
    return stampOf(await this.find(assetIds));
  }

  /** Signs tokens that open files of the current tenant until their assets are in the trash. */
  signer(): Promise<(fileId: string) => string> {
    return this.fileUrls.lastingSigner();
  }
}

/** Identifies what pages show of these pictures. */
export function stampOf(pictures: ReadonlyMap<string, PictureAsset>): string {
  if (pictures.size === 0) return '';
  const parts = [...pictures].map(([id, { fileId, hidden, width, variants, touchFileId }]) =>
    [id, fileId, hidden, width, touchFileId, ...variants.map((variant) => variant.fileId)].join(' '),
  );
  return hash('sha256', parts.sort().join('\n'), 'base64url');
}

const isForTouch = ({ mediaType }: Pick<PictureAsset, 'mediaType'>) => /^image\/(png|jpeg)$/.test(mediaType);

function pictureOf({ smaller, ...picture }: PictureRow): PictureAsset {
  const variants = smaller.filter(({ purpose }) => purpose === 'page');
  const touchIcon = smaller.find(({ purpose }) => purpose === 'touch');
  const touch = isForTouch(picture) ? picture : (touchIcon ?? variants.find(isForTouch));
  return { ...picture, variants, touchFileId: touch?.fileId ?? null };
}

function pairs<Value>(key: string, value: Value | undefined): [string, Value][] {
  return value === undefined ? [] : [[key, value]];
}
