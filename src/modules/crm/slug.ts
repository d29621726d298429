import { randomInt } from 'node:crypto';
import { transliterate } from './transliteration.js';

const MAX_LENGTH = 60;
const SUFFIX_LETTERS = '23456789abcdefghjkmnpqrstuvwxyz';
const SUFFIX_LENGTH = 6;

/** A name as it can stand in the address of a page. */
export function slugOf(name: string): string {
  const words = transliterate(name)
    .replaceAll(/['’ʼ`]/g, '')
    .replaceAll(/[^a-z0-9]+/g, '-');
  return words.slice(0, MAX_LENGTH).replaceAll(/^-+|-+$/g, '') || 'person';
}

/** The slug of the name, and another one in case that it is taken. */
export function slugsFor(name: string): [first: string, other: string] {
  const slug = slugOf(name);
  return [slug, `${slug}-${randomSuffix()}`];
}

// Chance, not counting: a number that is free can be taken by somebody else before it is used.
function randomSuffix(): string {
  const letter = () => SUFFIX_LETTERS.charAt(randomInt(SUFFIX_LETTERS.length));
  return Array.from({ length: SUFFIX_LENGTH }, letter).join('');
}
