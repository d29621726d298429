export const DIMENSIONS = [
  'audience',
  'link',
  'source',
  'medium',
  'campaign',
  'referrer',
  'device',
  'question',
] as const;

export type Dimension = (typeof DIMENSIONS)[number];

/** The visit has no value. */
export const NO_VALUE = '';

const LONGEST_VALUE = 200;

/** Normalises a value: values that differ only in whitespace are the same. */
export function valueOf(text: string | null): string {
  const plain = (text ?? '').replaceAll(/[\s\p{Cc}]+/gu, ' ').trim();
  return [...plain].slice(0, LONGEST_VALUE).join('').trimEnd();
}

/** Ignores case as well, because visitors write the same question in several ways. */
export function questionOf(text: string): string {
  return valueOf(text.normalize('NFC').toLowerCase());
}
