import { V7Generator } from 'uuidv7';
import { clock } from './clock.js';

/** Every kind of record has its own prefix, so an id shows its kind. */
export const ID_PREFIXES = [
  'page',
  'audience',
  'version',
  'message',
  'session',
  'visit',
  'topic',
  'entry',
  'person',
  'account',
  'accountlog',
  'asset',
  'file',
  'domain',
  'link',
  'webhook',
  'delivery',
  'event',
  'tenant',
  'key',
  'req',
  'personlog',
  'form',
  'submission',
  'question',
  'brand',
  'audit',
] as const;

export type IdPrefix = (typeof ID_PREFIXES)[number];

/** Random numbers in batches: requesting a few from the system costs more than the rest of an id. */
class RandomNumbers {
  private readonly numbers = new Uint32Array(1024);
  private next = this.numbers.length;

  nextUint32(): number {
    if (this.next === this.numbers.length) {
      crypto.getRandomValues(this.numbers);
      this.next = 0;
    }
    return this.numbers[this.next++]!;
  }
}

const uuids = new V7Generator(new RandomNumbers());

/** Records are stored under UUIDs, ordered by creation time. */
export function newUuid(): string {
  return uuids.generateOrResetWithTs(clock.now().getTime()).toString();
}

/** Creation time of an id, in milliseconds. */
export function momentOfUuid(uuid: string): number {
  return parseInt(uuid.slice(0, 8) + uuid.slice(9, 13), 16);
}

/** The smallest id of a time: ids created before it are smaller. */
export function firstUuidOf(moment: Date): string {
  const time = moment.getTime().toString(16).padStart(12, '0').slice(-12);
  return `${time.slice(0, 8)}-${time.slice(8)}-0000-0000-000000000000`;
}

const ALPHABET = '0123456789abcdefghjkmnpqrstvwxyz';
const PAIRS = Array.from({ length: 1024 }, (_, n) => ALPHABET.charAt(n >> 5) + ALPHABET.charAt(n & 31));
/** Value of a character by its code; 0 if it is not a digit. */
const valuesOf = (digits: string) =>
  Uint8Array.from({ length: 128 }, (_, code) => Math.max(0, digits.indexOf(String.fromCharCode(code))));
const VALUES = valuesOf(ALPHABET);
const HEX = valuesOf('0123456789abcdef');
/** Positions of the 32 digits in the text of a UUID. */
const DIGITS = Array.from({ length: 36 }, (_, at) => at).filter((at) => ![8, 13, 18, 23].includes(at));
const SUFFIX = /^[0-7][0-9a-hjkmnp-tv-z]{25}$/;

/** The wire form of an id (TypeID): prefix, underscore, 26 characters of base32. */
export function wireId(prefix: IdPrefix, uuid: string): string {
  return `${prefix}_${encodeUuid(uuid)}`;
}

/** The UUID of a wire id, or undefined if it is not a well-formed id of this kind. */
export function uuidOf(prefix: IdPrefix, id: string): string | undefined {
  const suffix = id.slice(prefix.length + 1);
  return id.startsWith(`${prefix}_`) && SUFFIX.test(suffix) ? decodeUuid(suffix) : undefined;
}

/** The UUIDs of those of the ids that are well-formed ids of this kind. */
export function uuidsOf(prefix: IdPrefix, ids: readonly string[]): string[] {
  return ids.flatMap((id) => uuidOf(prefix, id) ?? []);
}

/** The UUID of a wire id of any kind; undefined for any other text. */
export function uuidInWireId(id: string): string | undefined {
  return uuidOf(id.slice(0, Math.max(0, id.lastIndexOf('_'))) as IdPrefix, id);
}

/** No record has this id. So a malformed id takes the same path as an unknown one, and gets the same answer. */
export const NOTHING = '00000000-0000-0000-0000-000000000000';

/** The UUID of a caller's id; an id that is not of this kind maps to a UUID that does not exist. */
export function uuidNamedBy(prefix: IdPrefix, id: string): string {
  return uuidOf(prefix, id) ?? NOTHING;
}

/** What to say about an id of another kind than the expected one; undefined for all other texts. */
export function wrongKind(expected: IdPrefix, id: string): string | undefined {
  const kind = ID_PREFIXES.find((prefix) => uuidOf(prefix, id) !== undefined);
  if (kind === undefined || kind === expected) return undefined;
  return `This is ${withArticle(kind)} id; ${withArticle(expected)} id begins with ${expected}_.`;
}

function withArticle(word: string): string {
  return `${/^[aeiou]/.test(word) ? 'an' : 'a'} ${word}`;
}

// 128 bits are 26 characters of 5 bits, with two bits to spare: the first byte makes two characters, and each five hex
// digits after it make four. The code uses character codes and small numbers, neither BigInt nor substrings, because
// every answer is full of ids.
function encodeUuid(uuid: string): string {
  let suffix = PAIRS[bitsOf(uuid, 0, 2)] as string;
  for (let at = 2; at < 32; at += 5) {
    const bits = bitsOf(uuid, at, at + 5);
    suffix += (PAIRS[bits >> 10] as string) + PAIRS[bits & 1023];
  }
  return suffix;
}

function bitsOf(uuid: string, from: number, to: number): number {
  let bits = 0;
  for (let digit = from; digit < to; digit++) {
    bits = (bits << 4) | HEX[uuid.charCodeAt(DIGITS[digit] as number)]!;
  }
  return bits;
}

function decodeUuid(suffix: string): string {
  let hex = valueOf(suffix, 0, 2).toString(16).padStart(2, '0');
  for (let at = 2; at < 26; at += 4)
    hex += valueOf(suffix, at, at + 4)
      .toString(16)
      .padStart(5, '0');
  return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20)].join('-');
}

function valueOf(suffix: string, from: number, to: number): number {
  let value = 0;
  for (let at = from; at < to; at++) value = value * 32 + VALUES[suffix.charCodeAt(at)]!;
  return value;
}
