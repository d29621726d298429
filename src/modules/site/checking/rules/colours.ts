import { hexOf, rgbOf } from '../../../brands/index.js';
import { coloursOf } from '../../rendering/brand.js';
import type { CheckedPage } from '../checked/checked-page.js';
import type { Facts } from '../checked/facts.js';
import { finding, quoted, type Finding } from './finding.js';

/** Colours that are none, and colours that the site replaces, because text in them is hard to read. */
export function colourFindings({ metadata, brandId }: CheckedPage, { brand }: Facts): Finding[] {
  const theme = metadata('themeColor');
  const own = normalised(theme.value);
  if (theme.value && !own) return [wrongColour(theme.pointer, theme.value)];
  const { light } = coloursOf(theme.value, brand);
  const accent = own ?? normalised(brand?.accentColor);
  const text = normalised(brand?.textColor);
  return [
    ...(accent && accent !== light.link
      ? [hardToRead(own ? theme.pointer : brandId.pointer, accent, light.link, 'Links')]
      : []),
    ...(text && text !== light.text ? [hardToRead(brandId.pointer, text, light.text, 'Texts')] : []),
  ];
}

function wrongColour(pointer: string, value: string): Finding {
  const message = `The site ignores the colour ${quoted(value)}.`;
  return finding('wrong_color', pointer, message, 'State a hex colour, such as "#0f766e" or "#076".');
}

function hardToRead(pointer: string, given: string, shown: string, what: string): Finding {
  const message = `${what} in ${given} are hard to read on the background or on cards; the site shows them in ${shown}.`;
  return finding('low_contrast', pointer, message, `Choose a colour with more contrast, or ${shown} itself.`);
}

function normalised(colour: string | null | undefined): string | undefined {
  const rgb = rgbOf(colour ?? '');
  return rgb && hexOf(rgb);
}
