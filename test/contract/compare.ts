import { plain, type OpenApiDocument, type PlainSchema, type Schema } from './schema.js';

/** One fact of a schema on which the contract and our document differ. */
export interface Difference {
  /** JSON Pointer to the value that the schema is about; `*` stands for each item of a list. */
  at: string;
  fact: string;
  contract: unknown;
  ours: unknown;
}

export interface Side {
  schema: Schema;
  document: OpenApiDocument;
}

/** For a fact of the contract and ours: whether ours keeps it. */
type Keeps = (contract: PlainSchema, ours: PlainSchema) => boolean;

const isSame = (a: unknown, b: unknown) => JSON.stringify(a) === JSON.stringify(b);
const same =
  (fact: keyof PlainSchema): Keeps =>
  (contract, ours) =>
    isSame(contract[fact], ours[fact]);
const sameSet =
  (fact: 'types' | 'enum' | 'required'): Keeps =>
  (contract, ours) =>
    isSame([...(contract[fact] ?? [])].sort(), [...(ours[fact] ?? [])].sort());
const atLeast =
  (fact: 'minLength' | 'minimum' | 'minItems'): Keeps =>
  (contract, ours) =>
    contract[fact] === undefined || (ours[fact] ?? -Infinity) >= contract[fact];
const atMost =
  (fact: 'maxLength' | 'maximum' | 'maxItems'): Keeps =>
  (contract, ours) =>
    contract[fact] === undefined || (ours[fact] ?? Infinity) <= contract[fact];
const kept =
  (fact: 'pattern' | 'format' | 'multipleOf' | 'default'): Keeps =>
  (contract, ours) =>
    contract[fact] === undefined || same(fact)(contract, ours);

/** What may be sent: exactly what the contract says. */
export const REQUEST: Readonly<Record<string, Keeps>> = {
  types: sameSet('types'),
  enum: sameSet('enum'),
  required: sameSet('required'),
  nullable: same('nullable'),
  default: same('default'),
  format: same('format'),
  pattern: same('pattern'),
  minLength: same('minLength'),
  maxLength: same('maxLength'),
  minimum: same('minimum'),
  maximum: same('maximum'),
  multipleOf: same('multipleOf'),
  minItems: same('minItems'),
  maxItems: same('maxItems'),
};

/** What is answered: nothing that the contract does not allow. */
export const ANSWER: Readonly<Record<string, Keeps>> = {
  types: ({ types }, ours) =>
    types.length === 0 ||
    (ours.types.length > 0 &&
      ours.types.every((type) => types.includes(type) || (type === 'integer' && types.includes('number')))),
  enum: (contract, ours) =>
    !contract.enum || (!!ours.enum && ours.enum.every((value) => contract.enum!.includes(value))),
  required: ({ required = [] }, ours) => required.every((name) => ours.required?.includes(name)),
  nullable: (contract, ours) => contract.nullable || !ours.nullable || contract.types.length === 0,
  default: kept('default'),
  format: kept('format'),
  pattern: kept('pattern'),
  multipleOf: kept('multipleOf'),
  minLength: atLeast('minLength'),
  minimum: atLeast('minimum'),
  minItems: atLeast('minItems'),
  maxLength: atMost('maxLength'),
  maximum: atMost('maximum'),
  maxItems: atMost('maxItems'),
};

/** Everything on which they differ, in depth. */
export function compare(
  contract: Side,
  ours: Side,
  facts: Readonly<Record<string, Keeps>>,
  at = '',
): Difference[] {
  const [theirs, own] = [plain(contract.schema, contract.document), plain(ours.schema, ours.document)];
  const within = (a: Schema | undefined, b: Schema | undefined, place: string) =>
    a && b
      ? compare({ ...contract, schema: a }, { ...ours, schema: b }, facts, place)
      : a || b
        ? [{ at: place, fact: a ? 'missing' : 'added', contract: a, ours: b }]
        : [];
  const names = new Set([...Object.keys(theirs.properties ?? {}), ...Object.keys(own.properties ?? {})]);
  return [
    ...Object.entries(facts)
      .filter(([, keeps]) => !keeps(theirs, own))
      .map(([fact]) => ({
        at,
        fact,
        contract: theirs[fact as keyof PlainSchema],
        ours: own[fact as keyof PlainSchema],
      })),
    // An answer may say what the items are where the contract leaves it open: that is narrower.
    ...(facts === ANSWER && !theirs.items ? [] : within(theirs.items, own.items, `${at}/*`)),
    ...[...names].flatMap((name) =>
      within(theirs.properties?.[name], own.properties?.[name], `${at}/${name}`),
    ),
  ];
}
