import { hash } from 'node:crypto';
import type { DecodedType, Drawing } from '../../../shared/pictures/picture-questions.js';
import type { SchemeColours, Typeface } from '../../brands/index.js';
import { filesFor } from './letter-files.js';
import { layOut, LOGO_PLACE } from './layout.js';

/** For brands without a typeface. It looks most like the fonts that systems bring along. */
const DEFAULT_TYPEFACE: Typeface = 'inter';

/** More letters do not fit at any size. */
const MOST_LETTERS = 160;

const ELLIPSIS = '…';

/** The file of a logo. */
export interface Logo {
  fileId: string;
  mediaType: DecodedType;
}

export interface LinkPictureParts {
  /** The page's own title. Services that show links keep what they see: so it contains nothing about an audience. */
  title: string;
  brandName?: string;
  logo?: Logo;
  typeface?: Typeface | null;
  colours: SchemeColours;
}

/** The picture that the site draws for links to a page. */
export interface LinkPicture {
  title: string;
  drawing: Omit<Drawing, 'overlay'>;
  logo?: Logo;
  /** The picture with the name of the brand in place of its logo. */
  withoutLogo: () => LinkPicture;
  /** A UUID that differs for each drawing of a tenant. */
  id: string;
}

/** Undefined if the title can't be drawn. */
export function linkPictureOf(parts: LinkPictureParts): LinkPicture | undefined {
  const title = drawnTextOf(parts.title);
  const typeface = parts.typeface ?? DEFAULT_TYPEFACE;
  return filesFor(typeface, title) && pictureOf({ ...parts, title, typeface });
}

function pictureOf(parts: LinkPictureParts & { typeface: Typeface }): LinkPicture {
  const { title, logo, typeface, colours } = parts;
  const name = logo ? '' : drawnTextOf(parts.brandName ?? '');
  const brandName = name && filesFor(typeface, name) ? name : undefined;
  const fonts = filesFor(typeface, `${title}${brandName ?? ''}${ELLIPSIS}`)!;
  const drawing = layOut({ title, brandName, hasLogo: logo !== undefined, colours, fonts });
  const id = idOf({ drawing: { ...drawing, fonts: typeface }, logo, LOGO_PLACE });
  return { title, drawing, logo, withoutLogo: () => pictureOf({ ...parts, logo: undefined }), id };
}

/** One line without invisible characters. */
function drawnTextOf(text: string): string {
  const line = text
    .normalize('NFC')
    .replaceAll(/[\s\p{Cc}]+/gu, ' ')
    .replaceAll(/\p{Cf}/gu, '');
  const letters = [...line.trim()];
  if (letters.length <= MOST_LETTERS) return letters.join('');
  const beginning = letters.slice(0, MOST_LETTERS).join('');
  return beginning.replace(/ \S{0,20}$/, '') + ELLIPSIS;
}

function idOf(drawn: object): string {
  const [, ...parts] = /^(.{8})(.{4})(.{4})(.{4})(.{12})/.exec(hash('sha256', JSON.stringify(drawn), 'hex'))!;
  return parts.join('-');
}
