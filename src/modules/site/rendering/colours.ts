/** Red, green and blue, each from 0 to 255. */
type Rgb = readonly [number, number, number];

const BLACK: Rgb = [0, 0, 0];
const WHITE: Rgb = [255, 255, 255];

/** The minimum contrast of readable text (WCAG 2.2, 1.4.3). */
const READABLE = 4.5;
const STEPS = 20;

const DEFAULT_BRAND: Rgb = [29, 78, 216];

export const PAPER = { light: '#ffffff', dark: '#101418' };
/** The background of cards. Text that is readable on it is also readable on the paper. */
export const CARD = { light: '#f6f7f9', dark: '#171c22' };

export interface Palette {
  brand: string;
  /** Text on the brand's colour. */
  onBrand: string;
  /** The brand's colour for text, adjusted until it is readable. */
  brandText: { light: string; dark: string };
}

/** Derives the colours of a page from its theme colour, a hex colour. Uses the default colour otherwise. */
export function paletteOf(themeColor: string | undefined): Palette {
  const brand = rgbOf(themeColor ?? '') ?? DEFAULT_BRAND;
  return {
    brand: hexOf(brand),
    onBrand: hexOf(contrast(WHITE, brand) >= READABLE ? WHITE : BLACK),
    brandText: {
      light: hexOf(readableOn(rgbOf(CARD.light)!, brand, BLACK)),
      dark: hexOf(readableOn(rgbOf(CARD.dark)!, brand, WHITE)),
    },
  };
}

function readableOn(paper: Rgb, colour: Rgb, towards: Rgb): Rgb {
  const mixes = Array.from({ length: STEPS + 1 }, (_, step) => mix(colour, towards, step / STEPS));
  return mixes.find((each) => contrast(each, paper) >= READABLE) ?? towards;
}

function rgbOf(text: string): Rgb | undefined {
  const digits = /^#([0-9a-f]{3}|[0-9a-f]{6})$/i.exec(text.trim())?.[1];
  if (digits === undefined) return undefined;
  const width = digits.length / 3;
  const part = (at: number) => {
    const each = digits.slice(at * width, (at + 1) * width);
    return Number.parseInt(width === 1 ? each + each : each, 16);
  };
  return [part(0), part(1), part(2)];
}

function hexOf(colour: Rgb): string {
  return `#${colour.map((part) => Math.round(part).toString(16).padStart(2, '0')).join('')}`;
}

function mix(a: Rgb, b: Rgb, share: number): Rgb {
  const part = (at: 0 | 1 | 2) => a[at] * (1 - share) + b[at] * share;
  return [part(0), part(1), part(2)];
}

/** WCAG 2.2, from 1 to 21. */
function contrast(a: Rgb, b: Rgb): number {
  const [darker, lighter] = [luminance(a), luminance(b)].sort((x, y) => x - y) as [number, number];
  return (lighter + 0.05) / (darker + 0.05);
}

function luminance(colour: Rgb): number {
  const [red, green, blue] = colour.map((part) => {
    const share = part / 255;
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  }) as [number, number, number];
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}
