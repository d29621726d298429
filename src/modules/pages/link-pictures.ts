import { Injectable, type OnModuleInit } from '@nestjs/common';
import { SITE_FILES_PATH, SiteAddress } from '../../shared/config/site-address.js';
import { PreparedRead, PreparedReads } from '../../shared/database/records/prepared-reads.js';
import { unknownReference } from '../../shared/kernel/errors.js';
import { wireId } from '../../shared/kernel/ids.js';
import { AssetUses, ShownPicturesApi, type PictureAsset } from '../assets/index.js';
import type { LinkPictureOf } from './dto/metadata-view.js';
import { NO_PICTURE } from './dto/og-images.dto.js';

const usesOfPicture = new PreparedRead<{ type: 'page' | 'audience'; id: string }>(
  'page.uses_of_picture',
  `select * from (
     select 'page' as type, id from page
     where tenant_id = $1 and og_image_asset_id = $2 and deleted_at is null
     union all
     select 'audience', id from audience
     where tenant_id = $1 and og_image_asset_id_override = $2 and archived_at is null
   ) as uses order by type desc, id limit $3`,
);

/** The pictures that other sites show beside links to pages. */
@Injectable()
export class LinkPictures implements OnModuleInit {
  constructor(
    private readonly pictures: ShownPicturesApi,
    private readonly uses: AssetUses,
    private readonly reads: PreparedReads,
    private readonly site: SiteAddress,
  ) {}

  onModuleInit(): void {
    this.uses.onFind(async (assetId, limit) => {
      const rows = await this.reads.all(usesOfPicture, assetId, limit);
      return rows.map(({ type, id }) => ({ type, id: wireId(type, id) }));
    });
  }

  /** Returns a function from a file to its picture, with a URL on the site's own address. */
  async ofFiles(): Promise<LinkPictureOf> {
    const sign = await this.pictures.signer();
    return (fileId) =>
      fileId ? { fileId, url: this.site.ownUrlOf(`${SITE_FILES_PATH}/${sign(fileId)}`) } : undefined;
  }

  /** The file of the picture; undefined if it is in the trash or deleted. */
  async fileOf(assetId: string | undefined): Promise<string | undefined> {
    return assetId === undefined ? undefined : (await this.pictures.find([assetId])).get(assetId)?.fileId;
  }

  /** The asset must be a picture that is not in the trash. */
  async required(assetId: string): Promise<PictureAsset> {
    const picture = (await this.pictures.find([assetId])).get(assetId);
    if (picture) return picture;
    throw unknownReference(
      NO_PICTURE.code,
      '/assetId',
      'There is no picture with this assetId, or it is in the trash.',
    );
  }
}
