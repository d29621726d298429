import { hash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { VNode } from 'preact';
import { FONTS_PATH } from '../../../shared/config/site-address.js';
import { TYPEFACES, type Typeface } from '../../brands/index.js';

const SYSTEM = 'system-ui,-apple-system,"Segoe UI",Roboto,"Noto Sans",sans-serif';

/** A system font that is as wide and as high as the typeface: lines break at the same words. */
interface Fallback {
  local: readonly string[];
  sizeAdjust: number;
  ascent: number;
  descent: number;
}

const SANS = ['Arial', 'Liberation Sans', 'Helvetica'];
const SERIF = ['Georgia', 'Gelasio'];
const TIMES = ['Times New Roman', 'Liberation Serif', 'Times'];

/** The numbers are percentages; they follow from the metrics of both fonts and the frequency of letters in English. */
const FONTS: Record<Typeface, { family: string; lightest: number; fallback: Fallback; generic: string }> = {
  inter: {
    ...{ family: 'Inter', lightest: 100, generic: SYSTEM },
    fallback: { local: SANS, sizeAdjust: 107.12, ascent: 90.44, descent: 22.52 },
  },
  'source-sans-3': {
    ...{ family: 'Source Sans 3', lightest: 200, generic: SYSTEM },
    fallback: { local: SANS, sizeAdjust: 93.76, ascent: 109.21, descent: 42.66 },
  },
  'source-serif-4': {
    ...{ family: 'Source Serif 4', lightest: 200, generic: 'serif' },
    fallback: { local: TIMES, sizeAdjust: 117.91, ascent: 87.87, descent: 28.41 },
  },
  'roboto-slab': {
    ...{ family: 'Roboto Slab', lightest: 100, generic: 'serif' },
    fallback: { local: SERIF, sizeAdjust: 106.46, ascent: 98.42, descent: 25.45 },
  },
};

interface FontFile {
  url: string;
  content: Buffer;
  unicodeRange: string;
}

const SUBSETS = ['latin', 'latin-ext'] as const;

type FontFiles = Record<(typeof SUBSETS)[number], FontFile>;

const { resolve } = createRequire(import.meta.url);

const FILES = Object.fromEntries(TYPEFACES.map((name) => [name, filesOf(name)])) as Record<
  Typeface,
  FontFiles
>;

const BY_URL = new Map(
  Object.values(FILES).flatMap((files) => Object.values(files).map(({ url, content }) => [url, content])),
);

/** The name of a file has the hash of its content, so browsers keep it forever. */
function filesOf(name: Typeface): FontFiles {
  const from = `@fontsource-variable/${name}`;
  const ranges = JSON.parse(readFileSync(resolve(`${from}/unicode.json`), 'utf8')) as Record<string, string>;
  const files = SUBSETS.map((subset) => {
    const content = readFileSync(resolve(`${from}/files/${name}-${subset}-wght-normal.woff2`));
    const url = `${FONTS_PATH}/${name}-${subset}-${hash('sha256', content, 'hex').slice(0, 12)}.woff2`;
    return [subset, { url, content, unicodeRange: ranges[subset]! }];
  });
  return Object.fromEntries(files) as FontFiles;
}

/** Undefined if there is no such font. */
export function fontAt(url: string): Buffer | undefined {
  return BY_URL.get(url);
}

/** For `font-family`. */
export function fontFamilies(typeface: Typeface | undefined): string {
  if (!typeface) return SYSTEM;
  const { family, generic } = FONTS[typeface];
  return `"${family}","${family} fallback",${generic}`;
}

/** Optional: a font that arrives late is used on the next page only, so that no text moves. */
export function fontFaces(typeface: Typeface): string {
  const { family, lightest, fallback } = FONTS[typeface];
  const faces = Object.values(FILES[typeface]).map(
    ({ url, unicodeRange }) =>
      `@font-face{font-family:"${family}";font-weight:${lightest} 900;font-display:optional;` +
      `src:url(${url}) format("woff2");unicode-range:${unicodeRange}}`,
  );
  return [
    ...faces,
    fallbackFace(family, fallback, '100 599', ''),
    fallbackFace(family, fallback, '600 900', ' Bold'),
  ].join('');
}

function fallbackFace(family: string, fallback: Fallback, weights: string, style: string): string {
  const { local, sizeAdjust, ascent, descent } = fallback;
  return (
    `@font-face{font-family:"${family} fallback";font-weight:${weights};` +
    `src:${local.map((name) => `local("${name}${style}")`).join(',')};size-adjust:${sizeAdjust}%;` +
    `ascent-override:${ascent}%;descent-override:${descent}%;line-gap-override:0%}`
  );
}

/** Letters that only the file `latin-ext` has. */
const EXTENDED = /[\u0100-\u02ba\u1e00-\u1e9f\u1ef2-\u1eff]/;

/** Starts to load the files that the text needs, before the style sheet is read. */
export function FontPreload({ typeface, text }: { typeface: Typeface; text: string }): VNode {
  const { latin, 'latin-ext': extended } = FILES[typeface];
  return (
    <>
      {(EXTENDED.test(text) ? [latin, extended] : [latin]).map(({ url }) => (
        <link rel="preload" as="font" type="font/woff2" crossorigin="anonymous" href={url} />
      ))}
    </>
  );
}
