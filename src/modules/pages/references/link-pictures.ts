import { Injectable } from '@nestjs/common';
import { SITE_FILES_PATH, SiteAddress } from '../../../shared/config/site-address.js';
import { unknownReference } from '../../../shared/kernel/errors.js';
import { ShownPicturesApi, type NamedPicture } from '../../assets/index.js';
import { wireId } from '../../../shared/kernel/ids.js';
import type { AudienceRecord } from '../dto/audience-reads.js';
import type { LinkPictureOf } from '../dto/metadata-view.js';
import { NO_PICTURE } from '../dto/og-images.dto.js';
import type { Page } from '../entities/page.entity.js';

type ShownPage = Pick<Page, 'name' | 'metadata' | 'ogImageAssetId'>;

type PageInAudience = Pick<AudienceRecord, 'pageName' | 'pageMetadata' | 'pageOgImageFileId'>;

/** The pictures that other sites show beside links to pages. */
@Injectable()
export class LinkPictures {
  constructor(
    private readonly pictures: ShownPicturesApi,
    private readonly site: SiteAddress,
  ) {}

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

  /** The parts of a page that the views of its audiences show. */
  async shownOf(page: ShownPage): Promise<PageInAudience> {
    const assetId = page.ogImageAssetId ? wireId('asset', page.ogImageAssetId) : undefined;
    const pageOgImageFileId = (await this.fileOf(assetId)) ?? null;
    return { pageName: page.name, pageMetadata: page.metadata ?? null, pageOgImageFileId };
  }

  /** The asset must be a picture that is not in the trash. It stays so until the transaction ends. */
  async required(assetId: string): Promise<NamedPicture> {
    const picture = (await this.pictures.lock([assetId])).get(assetId);
    if (picture) return picture;
    throw unknownReference(
      NO_PICTURE.code,
      '/assetId',
      'There is no picture with this assetId, or it is in the trash.',
      { kind: 'asset', id: assetId },
    );
  }
}
