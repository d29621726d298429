import type { Json } from './arbitraries.js';
import { plainOf, type OpenApiDocument, type PlainSchema, type Schema } from './schema.js';

/** One way to make a value what its schema forbids. */
export interface Mutation {
  /** What was done. */
  what: string;
  /** JSON Pointers of which the service must name one, and no others. */
  pointers: string[];
  value: Json;
}

/** Every way to break the value, here and at every place within it. */
export function mutationsOf(schema: Schema, value: Json, document: OpenApiDocument, at = ''): Mutation[] {
  const facts = plainOf(value, schema, document);
  const within = (name: string, inner: Schema, now: Json, put: (changed: Json) => Json) =>
    mutationsOf(inner, now, document, `${at}/${name}`).map((each) => ({ ...each, value: put(each.value) }));
  const here = forbiddenFor(facts).map(([what, forbidden]) => ({ what, pointers: [at], value: forbidden }));
  if (Array.isArray(value)) {
    const inner =
      facts.items && value.length > 0
        ? within('0', facts.items, value[0]!, (changed) => [changed, ...value.slice(1)])
        : [];
    return [...here, ...inner];
  }
  if (typeof value !== 'object' || value === null) return here;
  const fields = Object.entries(facts.properties ?? {}).filter(([name]) => name in value);
  return [
    ...here,
    ...shapeMutations(facts, value, at),
    ...fields.flatMap(([name, inner]) =>
      within(name, inner, value[name]!, (changed) => ({ ...value, [name]: changed })),
    ),
  ];
}

function shapeMutations(
  { required = [], additionalProperties }: PlainSchema,
  value: { [name: string]: Json },
  at: string,
): Mutation[] {
  const missing = required.map((name) => {
    const rest = Object.entries(value).filter(([each]) => each !== name);
    return { what: `without ${name}`, pointers: [`${at}/${name}`, at], value: Object.fromEntries(rest) };
  });
  const unknown = {
    what: 'with an unknown property',
    pointers: [`${at}/noSuchField`, at],
    value: { ...value, noSuchField: 1 },
  };
  return additionalProperties === false ? [...missing, unknown] : missing;
}

/** Values that are wrong in themselves. */
export function forbiddenFor(facts: PlainSchema): [string, Json][] {
  return [
    ...(facts.nullable ? [] : [['null', null] as [string, Json]]),
    ...OTHER_TYPES.filter(
      ([type]) =>
        !facts.types.includes(type) &&
        !(type === 'fraction' && facts.types.includes('number') && facts.multipleOf === undefined),
    ).map(([type, value]) => [`a ${type}`, value] as [string, Json]),
    ...(facts.types.includes('string') ? forbiddenTexts(facts) : []),
    ...outOfRange(facts),
  ];
}

const OTHER_TYPES: [string, Json][] = [
  ['string', 'text'],
  ['fraction', 1.5],
  ['boolean', true],
  ['array', []],
  ['object', {}],
];

function forbiddenTexts({
  enum: values,
  minLength = 0,
  maxLength,
  pattern,
  format,
}: PlainSchema): [string, Json][] {
  const forbidden: [string, Json][] = [];
  if (values)
    forbidden.push(
      ['an unknown word', 'noSuchWord'],
      ['a word in other letters', String(values[0]).toUpperCase()],
    );
  if (minLength > 0) forbidden.push(['too short', '😀'.repeat(minLength - 1)]);
  if (maxLength !== undefined)
    forbidden.push(
      ['too long', 'a'.repeat(maxLength + 1)],
      ['too long by one emoji', '😀'.repeat(maxLength + 1)],
    );
  if (pattern)
    forbidden.push(
      ...['', ' ', 'A b\n', '😀']
        .filter((text) => !new RegExp(pattern).test(text))
        .map((text) => ['no match', text] as [string, Json]),
    );
  if (format === 'uri') forbidden.push(['no URI', 'not a uri'], ['code', 'javascript:alert(1)']);
  if (format === 'email') forbidden.push(['no address', 'nobody']);
  return forbidden;
}

function outOfRange({ minimum, maximum, maxItems, minItems }: PlainSchema): [string, Json][] {
  const forbidden: [string, Json][] = [];
  if (minimum !== undefined) forbidden.push(['too small', minimum - 1]);
  if (maximum !== undefined) forbidden.push(['too great', maximum + 1], ['far too great', 1e300]);
  if (minItems) forbidden.push(['too few', []]);
  if (maxItems !== undefined) forbidden.push(['too many', Array<Json>(maxItems + 1).fill('x')]);
  return forbidden;
}
