import {
  contrasting,
  hexOf,
  isDark,
  readableOn,
  rgbOf,
  type Corners,
  type EffectiveColours,
  type SchemeColours,
} from '../../brands/index.js';
import type { BrandProps } from './brand.js';
import { fontFaces, fontFamilies } from './fonts.js';
import { BASE } from './styles/base.js';
import { PRINT } from './styles/print.js';

/** How round corners are, compared to those of `soft`; and the corners of buttons. */
const CORNERS: Record<Corners, { corners: number; button: string }> = {
  sharp: { corners: 0, button: '0' },
  soft: { corners: 1, button: '.6rem' },
  round: { corners: 1.6, button: '99rem' },
};

/** One inline style sheet, so a visitor waits for one response only. `rules` are those that only some pages need. */
export function stylesheet(
  { light, dark }: EffectiveColours,
  brand?: BrandProps,
  rules: readonly string[] = [],
): string {
  const { corners, button } = CORNERS[brand?.corners ?? 'soft'];
  const typeface = brand?.typeface ?? undefined;
  const isAlwaysDark = isDark(rgbOf(light.ground)!);
  return (
    (typeface ? fontFaces(typeface) : '') +
    `:root{color-scheme:${isAlwaysDark ? 'dark' : 'light dark'};--font:${fontFamilies(typeface)};` +
    `--corners:${corners};--button-corners:${button};--brand:${light.accent};--on-brand:${light.accentText};` +
    `${variablesOf(light)}}@media(prefers-color-scheme:dark){:root{${variablesOf(dark)}}}` +
    [BASE, ...rules, PRINT].join('').replaceAll('\n', '')
  );
}

const FAULT = { light: '#b42318', dark: '#ff9a8f' };

/** The variables that differ between the light and the dark scheme of a browser. */
function variablesOf({ link, ground, text, softText, line, card }: SchemeColours): string {
  const backgrounds = [rgbOf(ground)!, rgbOf(card)!];
  const red = rgbOf(isDark(backgrounds[0]!) ? FAULT.dark : FAULT.light)!;
  const fault = hexOf(readableOn(backgrounds, red, contrasting(backgrounds[0]!)));
  return (
    `--link:${link};--paper:${ground};--ink:${text};--soft:${softText};--line:${line};--card:${card};` +
    `--fault:${fault}`
  );
}
