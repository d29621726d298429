import { Injectable } from '@nestjs/common';
import { SITE_FILES_PATH } from '../../shared/config/site-address.js';
import { assetIdsIn } from '../../shared/markdown/asset-references.js';
import {
  ShownPicturesApi,
  stateOf,
  type PictureAsset,
  type PictureState,
  type PictureVariant,
} from '../assets/index.js';
import type { ComposedContent, Content } from '../pages/index.js';
import { TextPictures, type ShownPicture } from './rendering/shown-picture.js';

/** The most different pictures in the texts of a page. */
const MAX_PICTURES_OF_PAGE = 1000;

interface PicturesOfPage {
  inTexts: TextPictures;
  /** The picture beside links to the page. */
  beside?: ShownPicture;
  /** The page is rendered again if it changes. */
  state: PictureState;
}

/** Finds the pictures of a page: those in its texts, and the one beside links to it. */
@Injectable()
export class PagePictures {
  constructor(private readonly pictures: ShownPicturesApi) {}

  /** `showsForeignImages` is for texts that no model wrote. */
  async of(
    { content, author }: ComposedContent,
    { showsForeignImages = false } = {},
  ): Promise<PicturesOfPage> {
    const isByTenant = author === 'template';
    const inTexts = isByTenant ? namedIn(content) : (content.quotedAssetIds ?? []);
    const { ogImageAssetId: besideLinks } = content;
    const assetIds = [...inTexts.slice(0, MAX_PICTURES_OF_PAGE), ...(besideLinks ? [besideLinks] : [])];
    const found = await this.pictures.find(assetIds);
    const shown = await this.shown();
    const visible = [...found].filter(([assetId, { hidden }]) => !hidden && inTexts.includes(assetId));
    const ofAssets = new Map(visible.map(([assetId, asset]) => [assetId, shown(asset)]));
    const beside = besideLinks === undefined ? undefined : found.get(besideLinks);
    return {
      inTexts: new TextPictures(ofAssets, isByTenant && showsForeignImages),
      beside: beside && shown(beside),
      state: { assetIds, stamp: stateOf(found) },
    };
  }

  private async shown(): Promise<(asset: PictureAsset) => ShownPicture> {
    const sign = await this.pictures.signer();
    const urlOf = (fileId: string) => `${SITE_FILES_PATH}/${sign(fileId)}`;
    return ({ fileId, width, height, variants }) => {
      const setOf = (files: readonly PictureVariant[]) =>
        files.map((file) => `${urlOf(file.fileId)} ${file.width}w`).join(', ') || undefined;
      return {
        url: urlOf(fileId),
        ...(width && height ? { width, height } : {}),
        srcset: setOf(variants.filter(({ mediaType }) => mediaType !== 'image/webp')),
        webpSrcset: setOf(variants.filter(({ mediaType }) => mediaType === 'image/webp')),
      };
    };
  }
}

function namedIn({ sections }: Content): string[] {
  const texts = sections.flatMap((section) => {
    if (section.type === 'body') return [section.text];
    return section.type === 'questions' ? section.questions.map(({ answer }) => answer) : [];
  });
  return [...new Set(texts.flatMap(assetIdsIn))];
}
