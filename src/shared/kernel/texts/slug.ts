import { randomInt } from 'node:crypto';
import anyAscii from 'any-ascii';

const MAX_LENGTH = 60;
const SUFFIX_LETTERS = '23456789abcdefghjkmnpqrstuvwxyz';
const SUFFIX_LENGTH = 6;

/** Between two characters that are one syllable each: the transliteration would join their syllables. */
const BETWEEN_SYLLABLES = /(?<=[\p{Script=Han}\p{Script=Hangul}])(?=[\p{Script=Han}\p{Script=Hangul}])/gu;
const EMOJI = /\p{RGI_Emoji}/gv;
const APOSTROPHES = /['`]/g;

/**
 * A name as part of the address of a page: `Лев Толстой` is `lev-tolstoy`. `otherwise` is for names of which nothing
 * is left, such as emoji.
 */
export function slugOf(name: string, otherwise: string): string {
  const text = name.normalize('NFC').replaceAll(EMOJI, '').replaceAll(BETWEEN_SYLLABLES, ' ');
  return (
    anyAscii(text)
      .toLowerCase()
      .replaceAll(APOSTROPHES, '')
      .replaceAll(/[^a-z0-9]+/g, '-')
      .slice(0, MAX_LENGTH)
      .replaceAll(/^-+|-+$/g, '') || otherwise
  );
}

/** Random, not counted: another request can take a free number before it is used. */
export function withRandomSuffix(slug: string): string {
  const letter = () => SUFFIX_LETTERS.charAt(randomInt(SUFFIX_LETTERS.length));
  return `${slug}-${Array.from({ length: SUFFIX_LENGTH }, letter).join('')}`;
}
