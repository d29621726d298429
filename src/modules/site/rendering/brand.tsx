import type { VNode } from 'preact';
import { isDark, rgbOf } from '../../../shared/kernel/colours.js';
import { effectiveColours, type BrandRecord, type EffectiveColours } from '../../brands/index.js';

/** A brand as a page shows it. */
export interface BrandProps extends Omit<BrandRecord, 'logoAssetId' | 'darkLogoAssetId' | 'iconAssetId'> {
  logoUrl?: string;
  darkLogoUrl?: string;
  icon?: Icon;
}

export interface Icon {
  url: string;
  mediaType: string;
}

/** The page's own theme colour, if it is a hex colour, takes the place of the brand's accent. */
export function coloursOf(themeColor: string | undefined, brand: BrandProps | undefined): EffectiveColours {
  const accentColor = rgbOf(themeColor ?? '') ? themeColor!.trim() : brand?.accentColor;
  return effectiveColours({ accentColor, groundColor: brand?.groundColor, textColor: brand?.textColor });
}

/** In a box of a fixed size, so that nothing moves when the picture arrives. */
export function BrandLogo({ brand }: { brand: BrandProps }): VNode | null {
  const { name, logoUrl = brand.darkLogoUrl, darkLogoUrl = logoUrl } = brand;
  if (!logoUrl) return null;
  const isAlwaysDark = isDark(rgbOf(effectiveColours(brand).light.ground)!);
  return (
    <picture>
      {darkLogoUrl !== logoUrl && !isAlwaysDark && (
        <source media="(prefers-color-scheme: dark)" srcset={darkLogoUrl} />
      )}
      <img class="logo" src={isAlwaysDark ? darkLogoUrl : logoUrl} alt={name} width="160" height="36" />
    </picture>
  );
}

/** Devices show a touch icon only if it is a bitmap. */
const TOUCH_ICON = /^image\/(png|jpeg)$/;

export function BrandIcons({ icon: { url, mediaType } }: { icon: Icon }): VNode {
  return (
    <>
      <link rel="icon" href={url} type={mediaType} />
      {TOUCH_ICON.test(mediaType) && <link rel="apple-touch-icon" href={url} />}
    </>
  );
}

export function Imprint({ legalName, address }: Pick<BrandProps, 'legalName' | 'address'>): VNode | null {
  if (!legalName && !address) return null;
  return (
    <address>
      {legalName && <strong>{legalName}</strong>}
      {legalName && address && '\n'}
      {address}
    </address>
  );
}
