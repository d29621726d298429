import { randomInt } from 'node:crypto';
import anyAscii from 'any-ascii';

const MAX_LENGTH = 60;
const SUFFIX_LETTERS = '23456789abcdefghjkmnpqrstuvwxyz';
const SUFFIX_LENGTH = 6;

/** Between two characters of which each is a syllable: the transliteration runs their syllables together. */
const BETWEEN_SYLLABLES = /(?<=[\p{Script=Han}\p{Script=Hangul}])(?=[\p{Script=Han}\p{Script=Hangul}])/gu;
const EMOJI = /\p{RGI_Emoji}/gv;
const APOSTROPHES = /['`]/g;

/**
 * A name in the form in which it can stand in the address of a page: `Лев Толстой` is `lev-tolstoy`. The other one is
 * for names of which nothing is left, such as emoji.
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

/** Random, not counted: a number that is free can be taken by another request before it is used. */
export function withRandomSuffix(slug: string): string {
  const letter = () => SUFFIX_LETTERS.charAt(randomInt(SUFFIX_LETTERS.length));
  return `${slug}-${Array.from({ length: SUFFIX_LENGTH }, letter).join('')}`;
}
