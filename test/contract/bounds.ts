import { ANY_TIME, requestTimePattern } from '../../src/shared/fields/read-time.js';
import type { Json } from './arbitraries.js';
import { plain, type OpenApiDocument, type PlainSchema, type Schema } from './schema.js';

/** One side of a bound: a value at a place, and whether it is within. */
export interface BoundCase {
  /** Names of the fields on the way to the value. */
  path: string[];
  what: string;
  value: Json;
  isWithin: boolean;
}

/** Both sides of every bound in the schema, in depth. Lists are looked into at their first item. */
export function boundsOf(schema: Schema, document: OpenApiDocument, path: string[] = []): BoundCase[] {
  const facts = plain(schema, document);
  return [
    ...[...lengths(facts), ...ranges(facts), ...words(facts), ...patterns(facts)].map((each) => ({
      ...each,
      path,
    })),
    ...(facts.items ? boundsOf(facts.items, document, [...path, '0']) : []),
    ...Object.entries(facts.properties ?? {}).flatMap(([name, inner]) =>
      boundsOf(inner, document, [...path, name]),
    ),
  ];
}

type Side = Omit<BoundCase, 'path'>;

const within = (what: string, value: Json): Side => ({ what, value, isWithin: true });
const beyond = (what: string, value: Json): Side => ({ what, value, isWithin: false });

/** Counted in characters, of which an emoji is one. */
function lengths({ minLength, maxLength, pattern, format }: PlainSchema): Side[] {
  const text = (length: number) => textOf(length, pattern, format);
  const sides: Side[] = [];
  if (minLength !== undefined && minLength > 0)
    sides.push(
      within(`${minLength} long`, text(minLength)),
      beyond(`${minLength - 1} long`, 'a'.repeat(minLength - 1)),
    );
  if (maxLength !== undefined) {
    sides.push(
      within(`${maxLength} long`, text(maxLength)),
      beyond(`${maxLength + 1} long`, text(maxLength + 1)),
    );
    if (!pattern && !format)
      sides.push(
        within(`${maxLength} emoji`, '😀'.repeat(maxLength)),
        beyond(`${maxLength + 1} emoji`, '😀'.repeat(maxLength + 1)),
      );
  }
  return sides;
}

/** Of that length, and otherwise as it should be. */
function textOf(length: number, pattern = '', format = ''): string {
  const starts = { uri: 'https://example.com/', email: 'a@example.' }[format] ?? '';
  const candidates = ['a', '1'].map((unit) => starts + unit.repeat(Math.max(0, length - starts.length)));
  const fitting = ['+1', '/', 'https://example.com/'].map(
    (start) => start + '1'.repeat(Math.max(0, length - start.length)),
  );
  const found = [...candidates, ...fitting].find(
    (text) => text.length === length && new RegExp(pattern).test(text),
  );
  if (found === undefined)
    throw new Error(`Can't make up ${length} characters that match ${pattern} ${format}.`);
  return found;
}

function ranges({ minimum, maximum }: PlainSchema): Side[] {
  return [
    ...(minimum === undefined ? [] : [within(`${minimum}`, minimum), beyond(`${minimum - 1}`, minimum - 1)]),
    ...(maximum === undefined ? [] : [within(`${maximum}`, maximum), beyond(`${maximum + 1}`, maximum + 1)]),
  ];
}

function words({ enum: values }: PlainSchema): Side[] {
  if (!values) return [];
  const [first] = values as string[];
  return [
    ...(values as string[]).map((word) => within(word, word)),
    ...['', `${first} `, first!.toUpperCase(), `${first}s`].map((word) => beyond(JSON.stringify(word), word)),
  ];
}

/** For each pattern that a bound can be drawn on: texts that just match it, and texts that just do not. */
const EDGES: Readonly<Record<string, { matching: string[]; missing: string[] }>> = {
  '^\\+[1-9]\\d{1,14}$': {
    matching: ['+10', '+99', '+123456789012345'],
    missing: [
      '',
      '+',
      '+1',
      '+1234567890123456',
      '+012',
      '10',
      '++10',
      '+10 ',
      ' +10',
      '+1a',
      '+10\n',
      '+１２',
    ],
  },
  [requestTimePattern(ANY_TIME)]: {
    matching: ['+10', '+123456789012345', '2026-03-01T12:00:00Z', '2026-03-01t12:00:00.123456789+05:30'],
    missing: [
      '',
      '+1',
      '+1234567890123456',
      '2026-03-01',
      '2026-03-01T12:00:00',
      '2026-03-01T12:00:00.Z',
      '2026-02-29T12:00:00Z',
      '2026-03-01T24:00:00Z',
      '2026-06-30T23:59:60Z',
      '1969-12-31T23:59:59Z',
    ],
  },
  '^account_[a-z0-9]{26}$': {
    matching: [],
    missing: ['account_', `account_${'a'.repeat(25)}`, `account_${'a'.repeat(27)}`],
  },
  '^[a-z0-9]+(-[a-z0-9]+)*$': {
    matching: ['a', '0', 'a-b', 'a-b-0'],
    missing: ['', '-', 'a-', '-a', 'a--b', 'A', 'a_b', 'a b', 'é', 'a\n'],
  },
};

function patterns({ pattern }: PlainSchema): Side[] {
  if (!pattern) return [];
  const { matching = [], missing = [' '] } = EDGES[pattern] ?? {};
  return [
    ...matching.map((text) => within(JSON.stringify(text), text)),
    ...missing.map((text) => beyond(JSON.stringify(text), text)),
  ];
}
