import * as fc from 'fast-check';
import { FORMS } from './forms.js';
import { plain, type OpenApiDocument, type PlainSchema, type Schema } from './schema.js';
import { textsOf } from './texts.js';

export type Json = null | boolean | number | string | Json[] | { [name: string]: Json };

interface Options {
  document: OpenApiDocument;
  /** With every optional field, and an item in every list, so that there is something everywhere. */
  full?: boolean;
}

/** Anything that the schema allows. */
export function valuesOf(schema: Schema, options: Options): fc.Arbitrary<Json> {
  const facts = plain(schema, options.document);
  const values = presentValuesOf(facts, options);
  return facts.nullable && !options.full ? fc.option(values, { freq: 5 }) : values;
}

function presentValuesOf(facts: PlainSchema, options: Options): fc.Arbitrary<Json> {
  if (facts.kinds) return fc.oneof(...facts.kinds.map((kind) => valuesOf(kind, options)));
  const [type] = facts.types;
  switch (type) {
    case 'string':
      return textsOf(facts, options.full ? 100 : undefined);
    case 'boolean':
      return fc.boolean();
    case 'integer':
    case 'number':
      return numbersOf(facts);
    case 'array':
      return listsOf(facts, options);
    case 'object':
      return objectsOf(facts, options);
    case undefined:
    default:
      throw new Error(`Can't make a value of ${JSON.stringify(facts)}.`);
  }
}

function numbersOf({ types, multipleOf, minimum, maximum, enum: values }: PlainSchema): fc.Arbitrary<number> {
  if (values) return fc.constantFrom(...(values as number[]));
  const [min, max] = [minimum ?? Number.MIN_SAFE_INTEGER, maximum ?? Number.MAX_SAFE_INTEGER];
  const whole = fc.oneof(
    fc.integer({ min: Math.max(min, -(2 ** 31)), max: Math.min(max, 2 ** 31 - 1) }),
    fc.constantFrom(min, max),
  );
  if (types[0] === 'integer' || multipleOf === 1) return whole;
  return fc.oneof(whole, fc.double({ min, max, noNaN: true }));
}

function listsOf({ items, minItems = 0, maxItems = 3 }: PlainSchema, options: Options): fc.Arbitrary<Json[]> {
  const [least, most] = options.full
    ? [Math.max(1, minItems), Math.max(1, minItems)]
    : [minItems, Math.min(maxItems, 3)];
  return fc.array(items ? valuesOf(items, options) : ANYTHING, { minLength: least, maxLength: most });
}

function objectsOf(facts: PlainSchema, options: Options): fc.Arbitrary<{ [name: string]: Json }> {
  const { properties = {}, required = [], additionalProperties } = facts;
  if (additionalProperties === true) return fc.dictionary(textsOf(ANY_TEXT, 50), ANYTHING, { maxKeys: 3 });
  const fields = Object.fromEntries(
    Object.entries(properties).map(([name, inner]) => [name, FORMS[name] ?? valuesOf(inner, options)]),
  );
  return fc.record(fields, {
    requiredKeys: options.full ? Object.keys(fields) : required,
    noNullPrototype: true,
  });
}

const ANY_TEXT: PlainSchema = { types: ['string'], nullable: false };

const ANYTHING: fc.Arbitrary<Json> = fc.letrec<{ value: Json }>((tie) => ({
  value: fc.oneof(
    { maxDepth: 2 },
    textsOf(ANY_TEXT, 1000),
    fc.boolean(),
    fc.constant(null),
    fc.double({ noNaN: true, noDefaultInfinity: true }),
    fc.array(tie('value'), { maxLength: 3 }),
    fc.dictionary(textsOf(ANY_TEXT, 50), tie('value'), { maxKeys: 3 }),
  ),
})).value;
