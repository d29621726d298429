import * as fc from 'fast-check';
import { RFC_3339_PATTERN } from '../../src/shared/fields/read-time.js';
import type { PlainSchema } from './schema.js';

/** What has broken programs before. */
const NASTY = [
  '',
  ' ',
  '%',
  '100%_\\',
  `'; drop table page; --`,
  '"quoted" and \'quoted\'',
  '😀👩‍👩‍👧‍👦🇩🇪',
  'ﷺ\u202e\u0301',
  'İıßſ',
  '{{x}}${x}<%= x %>',
  '\u0001\u001f\u007f\u2028\ufeff',
  'null',
  '$1 :a ?',
  '../../etc/passwd',
  '__proto__',
];

const MAX_LENGTH = 100_000;

/** What names a record names one that is there, more often than not. */
const RECORD_ID = /^[a-z]+_[0-9a-z]{26}$/;

export function textsOf(schema: PlainSchema, longest = MAX_LENGTH): fc.Arbitrary<string> {
  const { enum: values, pattern, format, example, minLength = 0, maxLength = longest } = schema;
  if (values) return fc.constantFrom(...(values as string[]));
  const fits = (text: string) => {
    const length = [...text].length;
    return length >= minLength && length <= maxLength && !text.includes('\0');
  };
  if (pattern) return textsMatching(pattern, schema).filter(fits);
  if (format === 'uri') return fc.webUrl().filter(fits);
  if (format === 'email') return fc.emailAddress().filter(fits);
  if (typeof example === 'string' && RECORD_ID.test(example))
    return fc.oneof(
      { weight: 3, arbitrary: fc.constant(example) },
      fc.string({ minLength, maxLength: 40 }).filter(fits),
    );
  const most = Math.min(maxLength, 40);
  return fc
    .oneof(
      { weight: 5, arbitrary: fc.string({ unit: 'grapheme', minLength, maxLength: most }) },
      { weight: 3, arbitrary: fc.string({ unit: 'binary', minLength, maxLength: most }) },
      { weight: 3, arbitrary: fc.constantFrom(...NASTY) },
      { weight: 1, arbitrary: longTexts(minLength, Math.min(maxLength, longest)) },
    )
    .filter(fits);
}

/** Of exactly the least or the greatest length. */
function longTexts(minLength: number, maxLength: number): fc.Arbitrary<string> {
  return fc
    .tuple(fc.constantFrom('a', 'é', '😀', '\\', '"', 'a %_'), fc.constantFrom(minLength, maxLength))
    .map(([unit, length]) =>
      [...unit.repeat(Math.ceil(length / [...unit].length))].slice(0, length).join(''),
    );
}

/** Of patterns that look ahead no texts can be made up; the document's example stands for them. */
function textsMatching(pattern: string, { example }: PlainSchema): fc.Arbitrary<string> {
  if (pattern.includes(RFC_3339_PATTERN)) return timesMatching(pattern);
  if (!pattern.includes('(?')) return fc.stringMatching(new RegExp(pattern), { size: 'small' });
  if (typeof example !== 'string') throw new Error(`Can't make up a text that matches ${pattern}.`);
  return fc.constant(example);
}

/** Times that exist, in both forms: no pattern tells how many days a month has. */
function timesMatching(pattern: string): fc.Arbitrary<string> {
  const [milliseconds] = pattern.slice(2).split('|');
  const [min, max] = [new Date('1975-01-01'), new Date('2200-01-01')];
  return fc.oneof(
    fc.stringMatching(new RegExp(`^${milliseconds}$`), { size: 'small' }),
    fc.date({ min, max, noInvalidDate: true }).map((date) => date.toISOString()),
  );
}
