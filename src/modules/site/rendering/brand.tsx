import type { VNode } from 'preact';
import {
  effectiveColours,
  isDark,
  rgbOf,
  type BrandRecord,
  type EffectiveColours,
} from '../../brands/index.js';

/** A brand as a page shows it. */
export interface BrandProps
  extends Omit<BrandRecord, 'logoAssetId' | 'darkLogoAssetId' | 'iconAssetId'>, BrandPictures {}

/** None of them is in the trash. */
export interface BrandPictures {
  logoUrl?: string;
  darkLogoUrl?: string;
  icon?: Icon;
}

export interface Icon {
  url: string;
  mediaType: string;
  /** A bitmap: devices show no other touch icon. */
  touchUrl?: string;
}

/** The page's own theme colour, if it is a hex colour, takes the place of the brand's accent. */
export function coloursOf(themeColor: string | undefined, brand: BrandProps | undefined): EffectiveColours {
  const accentColor = rgbOf(themeColor ?? '') ? themeColor!.trim() : brand?.accentColor;
  return effectiveColours({ accentColor, groundColor: brand?.groundColor, textColor: brand?.textColor });
}

/**
 * The logos for this ground, the one that was made for it first. On light ground, a logo for dark ground may be white on
 * white.
 */
function suitable<Logo>(ground: string, logo: Logo, darkLogo: Logo): NonNullable<Logo>[] {
  const logos = isDark(rgbOf(ground)!) ? [darkLogo, logo] : [logo];
  return logos.filter((each) => each != null);
}

/** The logos for this ground (UUIDs of assets), the one that was made for it first. */
export function logosFor(ground: string, { logoAssetId, darkLogoAssetId }: BrandRecord): string[] {
  return suitable(ground, logoAssetId, darkLogoAssetId);
}

/** The URL of the logo that a page shows; undefined if it shows the name instead. */
export function logoOf(brand: BrandProps): string | undefined {
  const [url] = suitable(effectiveColours(brand).light.ground, brand.logoUrl, brand.darkLogoUrl);
  return url;
}

/** In a box of a fixed size, so that nothing moves when the picture arrives. */
export function BrandLogo({ brand }: { brand: BrandProps }): VNode | null {
  const url = logoOf(brand);
  if (!url) return null;
  const { name, logoUrl, darkLogoUrl } = brand;
  return (
    <picture>
      {darkLogoUrl && url === logoUrl && <source media="(prefers-color-scheme: dark)" srcset={darkLogoUrl} />}
      <img class="logo" src={url} alt={name} width="160" height="36" />
    </picture>
  );
}

export function BrandIcons({ icon: { url, mediaType, touchUrl } }: { icon: Icon }): VNode {
  return (
    <>
      <link rel="icon" href={url} type={mediaType} />
      {touchUrl && <link rel="apple-touch-icon" href={touchUrl} />}
    </>
  );
}

export function Imprint({ legalName, address }: Pick<BrandProps, 'legalName' | 'address'>): VNode | null {
  if (!legalName && !address) return null;
  return (
    <address dir="auto">
      {legalName && <strong>{legalName}</strong>}
      {legalName && address && '\n'}
      {address}
    </address>
  );
}
