import * as fc from 'fast-check';
import { plain, type OpenApiDocument, type Schema } from './schema.js';

const EVIL_NAMES = [
  '',
  '__proto__',
  'constructor',
  'toString',
  '$ne',
  'length',
  '\\u0000',
  '\\ud800',
  'a/b~c',
];

/** JSON texts of values that nobody should send. */
const EVIL_VALUES = [
  ...['null', 'true', '0', '-0', '1e400', '-1e400', '1e-400', '123456789012345678901234567890', '0.1'],
  ...['""', '"\\u0000"', '"\\ud800"', '"\\udc00\\ud800"', '"\\uffff"', '"__proto__"', '[]', '{}', '[[[[]]]]'],
  '['.repeat(5000) + ']'.repeat(5000),
  '{"a":'.repeat(40) + '1' + '}'.repeat(40),
  `"${'x'.repeat(200_000)}"`,
];

/** Texts that are no JSON at all. */
const BROKEN = ['', ' ', '{', '{"a":}', '{"a":1,}', 'undefined', "{'a':1}", '\ufeff{}', '[1', '"\\x"', 'NaN'];

/** JSON that has the names of the schema in it, with anything in their places. */
export function hostileTexts(schema: Schema, document: OpenApiDocument): fc.Arbitrary<string> {
  const names = [...new Set(namesIn(schema, document))];
  const { value } = fc.letrec<{ value: string }>((tie) => ({
    value: fc.oneof(
      { maxDepth: 4, withCrossShrink: true },
      { weight: 3, arbitrary: fc.constantFrom(...EVIL_VALUES) },
      {
        weight: 2,
        arbitrary: fc.string({ unit: 'binary', maxLength: 20 }).map((text) => JSON.stringify(text)),
      },
      {
        weight: 1,
        arbitrary: fc.array(tie('value'), { maxLength: 3 }).map((items) => `[${items.join(',')}]`),
      },
      {
        weight: 4,
        arbitrary: fc
          .array(fc.tuple(fc.constantFrom(...names, ...names, ...EVIL_NAMES), tie('value')), { maxLength: 8 })
          .map((fields) => `{${fields.map(([name, inner]) => `"${name}":${inner}`).join(',')}}`),
      },
    ),
  }));
  return fc.oneof({ weight: 8, arbitrary: value }, { weight: 1, arbitrary: fc.constantFrom(...BROKEN) });
}

function namesIn(schema: Schema, document: OpenApiDocument): string[] {
  const { properties = {}, items, kinds = [] } = plain(schema, document);
  return [
    ...kinds.flatMap((kind) => namesIn(kind, document)),
    ...(items ? namesIn(items, document) : []),
    ...Object.entries(properties).flatMap(([name, inner]) => [name, ...namesIn(inner, document)]),
  ];
}

/** Query strings as they come from broken clients and curious ones. */
export function hostileQueries(names: readonly string[]): fc.Arbitrary<string> {
  const name = fc.constantFrom(...names, 'limit', '__proto__', 'a[b]', 'limit[]', '%00', '%', '');
  const value = fc.oneof(
    fc.constantFrom(
      '',
      '%00',
      '%',
      '%ff',
      '%F0%9F%98%80',
      '1e3',
      '-1',
      '0x10',
      '99999999999999999999',
      'true',
      'null',
      "'",
    ),
    fc.string({ unit: 'binary', maxLength: 50 }).map(encodeURIComponent),
    fc.constant('x'.repeat(4000)),
  );
  const pair = fc.tuple(name, value).map(([a, b]) => `${a}=${b}`);
  return fc.array(pair, { maxLength: 4 }).map((pairs) => pairs.join('&'));
}

/** What can stand for an id in a path. */
export const HOSTILE_SEGMENTS: fc.Arbitrary<string> = fc.oneof(
  fc.constantFrom(
    '%',
    '%ff',
    '%00',
    '%2e%2e%2f',
    '%F0%9F%98%80',
    "'",
    'null',
    'a'.repeat(3000),
    'topic_',
    'page_zzzzzzzzzzzzzzzzzzzzzzzzzz',
  ),
  fc.string({ unit: 'binary', minLength: 1, maxLength: 30 }).map(encodeURIComponent),
);
