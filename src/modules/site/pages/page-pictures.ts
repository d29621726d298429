import { Injectable } from '@nestjs/common';
import { SITE_FILES_PATH } from '../../../shared/config/site-address.js';
import { wireId } from '../../../shared/kernel/ids.js';
import { assetIdsIn } from '../../../shared/markdown/asset-references.js';
import { isDecoded } from '../../../shared/pictures/picture-questions.js';
import {
  AssetsApi,
  ShownPicturesApi,
  stampOf,
  type PictureAsset,
  type PictureState,
  type PictureVariant,
} from '../../assets/index.js';
import type { BrandRecord } from '../../brands/index.js';
import {
  markdownIn,
  pictureOf,
  type ComposedContent,
  type Content,
  type Logo as NamedLogo,
} from '../../pages/index.js';
import type { Logo } from '../link-pictures/link-picture.js';
import type { BrandPictures, Icon } from '../rendering/brand.js';
import { safeWebUrl } from '../rendering/texts/safe-url.js';
import { ShownPictures, type ShownPicture } from '../rendering/texts/shown-picture.js';
import type { LogoPictures } from '../rendering/widgets.js';

/** The most different pictures in the texts and the blocks of a page. */
const MAX_PICTURES_OF_PAGE = 1000;

type ShownBrand = Pick<BrandRecord, 'logoAssetId' | 'darkLogoAssetId' | 'iconAssetId' | 'showsForeignImages'>;

interface PicturesOfPage {
  inTexts: ShownPictures;
  /** Those of the cover and of blocks, in their Markdown, too. */
  placed: ShownPictures;
  /** Those of widgets. */
  ofLogos: LogoPictures;
  /** The picture beside links to the page. */
  beside?: ShownPicture;
  ofBrand: BrandPictures;
  /** The first logo that can be drawn. */
  logo?: Logo;
  /** The page is rendered again if it changes. */
  state: PictureState;
}

/** A logo is drawn in a box of 480 pixels. */
const LOGO_WIDTH = 640;

/**
 * Finds the pictures of a page: those in its texts, those that the tenant placed, the one beside links to it, and
 * those of its brand.
 */
@Injectable()
export class PagePictures {
  constructor(
    private readonly pictures: ShownPicturesApi,
    private readonly assets: AssetsApi,
  ) {}

  /** `logos` are those of the brand (UUIDs), the most suitable one for a drawing first. */
  async of(
    { content, author }: ComposedContent,
    brand: ShownBrand | undefined,
    logos: readonly string[] = [],
  ): Promise<PicturesOfPage> {
    const isByTenant = author === 'template';
    const inTexts = isByTenant ? namedIn(content) : (content.quotedAssetIds ?? []);
    const { ogImageAssetId: besideLinks } = content;
    const others = [besideLinks, ...assetsOf(brand)].filter((id) => id !== undefined);
    const placed = placedOn(content);
    const inContent = [...new Set([...placed, ...inTexts])].slice(0, MAX_PICTURES_OF_PAGE);
    const images = logoImagesIn(content);
    const assetNamed = await this.assets.assetsNamed(images);
    const ofLogos = images.flatMap((image) => assetNamed(image) ?? []);
    const assetIds = [...new Set([...inContent, ...ofLogos, ...others])];
    const found = await this.pictures.find(assetIds);
    const urlOf = await this.urls();
    const visible = (ids: readonly string[]) =>
      new Map(ids.flatMap((id) => visiblePicture(id, found.get(id), urlOf)));
    const beside = besideLinks === undefined ? undefined : found.get(besideLinks);
    const showsForeignImages = brand?.showsForeignImages ?? false;
    return {
      // A model's text could carry private notes to another host.
      inTexts: new ShownPictures(visible(inTexts), isByTenant && showsForeignImages),
      placed: new ShownPictures(visible(placed), showsForeignImages),
      ofLogos: (image) => {
        const asset = found.get(assetNamed(image) ?? '');
        return asset ? shown(asset, urlOf) : foreign(image.url);
      },
      beside: beside && shown(beside, urlOf),
      ofBrand: picturesOf(assetsOf(brand), found, urlOf),
      logo: logos
        .map((id) => drawableFileOf(found.get(wireId('asset', id))))
        .find((file) => file !== undefined),
      state: { assetIds, stamp: stampOf(found) },
    };
  }

  private async urls(): Promise<UrlOf> {
    const sign = await this.pictures.signer();
    return (fileId) => `${SITE_FILES_PATH}/${sign(fileId)}`;
  }
}

function visiblePicture(
  assetId: string,
  asset: PictureAsset | undefined,
  urlOf: UrlOf,
): [string, ShownPicture][] {
  return asset && !asset.hidden ? [[assetId, shown(asset, urlOf)]] : [];
}

/** Undefined for an icon file, and for a picture without a size. */
function drawableFileOf(asset: PictureAsset | undefined): Logo | undefined {
  if (!asset?.width) return undefined;
  const { fileId, mediaType } = asset.variants.find(({ width }) => width >= LOGO_WIDTH) ?? asset;
  return isDecoded(mediaType) ? { fileId, mediaType } : undefined;
}

type UrlOf = (fileId: string) => string;

function shown({ fileId, width, height, variants }: PictureAsset, urlOf: UrlOf): ShownPicture {
  const setOf = (files: readonly PictureVariant[]) =>
    files.map((file) => `${urlOf(file.fileId)} ${file.width}w`).join(', ') || undefined;
  return {
    url: urlOf(fileId),
    ...(width && height ? { width, height } : {}),
    srcset: setOf(variants.filter((variant) => variant.mediaType !== 'image/webp')),
    webpSrcset: setOf(variants.filter((variant) => variant.mediaType === 'image/webp')),
  };
}

function foreign(address: string): ShownPicture | undefined {
  const url = safeWebUrl(address);
  return url === undefined ? undefined : { url, isForeign: true };
}

function logoImagesIn({ sections }: Content): NamedLogo['image'][] {
  return sections.flatMap((section) =>
    section.type === 'proof' ? section.widgets.flatMap(({ logos }) => logos.map(({ image }) => image)) : [],
  );
}

/** The logo, the logo for dark backgrounds, and the icon. */
function assetsOf(brand: ShownBrand | undefined): (string | undefined)[] {
  const { logoAssetId, darkLogoAssetId, iconAssetId } = brand ?? {};
  return [logoAssetId, darkLogoAssetId, iconAssetId].map((id) => (id ? wireId('asset', id) : undefined));
}

function picturesOf(
  assetIds: readonly (string | undefined)[],
  found: ReadonlyMap<string, PictureAsset>,
  urlOf: UrlOf,
): BrandPictures {
  const [logo, darkLogo, icon] = assetIds.map((id) => found.get(id ?? ''));
  return {
    logoUrl: logo && urlOf(logo.fileId),
    darkLogoUrl: darkLogo && urlOf(darkLogo.fileId),
    icon: icon && iconOf(icon, urlOf),
  };
}

function iconOf({ fileId, mediaType, touchFileId }: PictureAsset, urlOf: UrlOf): Icon {
  return { url: urlOf(fileId), mediaType, touchUrl: touchFileId ? urlOf(touchFileId) : undefined };
}

/** The cover and the pictures of blocks come first, then what the Markdown of blocks names. */
function placedOn({ coverImage, sections }: Content): string[] {
  const blocks = sections.flatMap((section) => (section.type === 'blocks' ? section.blocks : []));
  const pictures = [coverImage, ...blocks.map((block) => pictureOf(block)?.picture)].flatMap(
    (picture) => picture?.assetId ?? [],
  );
  const texts = blocks.flatMap(markdownIn).flatMap(({ text }) => assetIdsIn(text));
  return [...new Set([...pictures, ...texts])];
}

function namedIn({ sections }: Content): string[] {
  const texts = sections.flatMap((section) => {
    if (section.type === 'body') return [section.text];
    return section.type === 'questions' ? section.questions.map(({ answer }) => answer) : [];
  });
  return [...new Set(texts.flatMap(assetIdsIn))];
}
