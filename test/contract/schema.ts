/** As much of OpenAPI 3.1 as the contract and our own document use. */
export interface Schema {
  $ref?: string;
  allOf?: Schema[];
  anyOf?: Schema[];
  oneOf?: Schema[];
  discriminator?: { propertyName: string };
  type?: string | string[];
  nullable?: boolean;
  enum?: unknown[];
  default?: unknown;
  example?: unknown;
  format?: string;
  pattern?: string;
  minLength?: number;
  maxLength?: number;
  minimum?: number;
  maximum?: number;
  multipleOf?: number;
  minItems?: number;
  maxItems?: number;
  items?: Schema;
  properties?: Record<string, Schema>;
  required?: string[];
  additionalProperties?: boolean | Schema;
}

export interface Parameter {
  name: string;
  in: string;
  required?: boolean;
  schema: Schema;
}

export interface OpenApiOperation {
  operationId?: string;
  description?: string;
  security?: object[];
  parameters?: Parameter[];
  requestBody?: { required?: boolean; content: Record<string, { schema: Schema }> };
  responses: Record<string, { content?: Record<string, { schema: Schema }> }>;
}

export interface OpenApiDocument {
  paths: Record<string, Record<string, OpenApiOperation>>;
  components: { schemas: Record<string, Schema> };
}

/** A schema with its references followed, and the ways of saying "or null" brought into one. */
export interface PlainSchema extends Omit<
  Schema,
  '$ref' | 'allOf' | 'anyOf' | 'oneOf' | 'type' | 'nullable'
> {
  types: string[];
  nullable: boolean;
  /** The schemas of an object that has one of several kinds. */
  kinds?: Schema[];
}

export function plain(schema: Schema, document: OpenApiDocument): PlainSchema {
  const { type, nullable, enum: values, oneOf: kinds, ...facts } = merged(schema, document);
  const types = type === undefined ? [] : [type].flat();
  return {
    ...facts,
    ...(kinds && { kinds }),
    ...(values && { enum: values.filter((value) => value !== null) }),
    types: types.filter((each) => each !== 'null'),
    nullable: nullable === true || types.includes('null'),
  };
}

/** Only references, kinds and "or null" are ever combined; anything else would be compared wrongly, so it is refused. */
function merged(schema: Schema, document: OpenApiDocument): Schema {
  const { $ref, allOf, anyOf, oneOf, discriminator, ...own } = schema;
  const choices = anyOf ?? oneOf;
  if ($ref !== undefined) return { ...merged(named($ref, document), document), ...own };
  if (allOf)
    return Object.assign({}, ...allOf.map((each) => merged(each, document)), withoutType(own)) as Schema;
  if (!choices) return own;
  const real = choices.filter(({ type }) => type !== 'null');
  if (discriminator) return { ...own, oneOf: real };
  if (real.length !== 1) throw new Error(`Can't compare a choice of ${JSON.stringify(choices)}.`);
  return { ...merged(real[0]!, document), ...withoutType(own), nullable: choices.length > 1 };
}

/** Beside a reference the type only repeats it, or says that it may be null. */
function withoutType({ type, ...rest }: Schema): Schema {
  return [type].flat().includes('null') ? { ...rest, nullable: true } : rest;
}

function named(reference: string, { components }: OpenApiDocument): Schema {
  const schema = components.schemas[reference.split('/').at(-1)!];
  if (!schema) throw new Error(`There is no ${reference}.`);
  return schema;
}

/** The facts of an object with kinds: those of its own kind. */
export function plainOf(value: unknown, schema: Schema, document: OpenApiDocument): PlainSchema {
  const facts = plain(schema, document);
  if (!facts.kinds) return facts;
  const kinds = facts.kinds.map((kind) => plain(kind, document));
  return kinds.find((kind) => allowsNamesIn(value, kind, document)) ?? facts;
}

/** Each kind has its own words in the field that names it. */
function allowsNamesIn(value: unknown, { properties = {} }: PlainSchema, document: OpenApiDocument): boolean {
  return Object.entries(properties).every(([name, inner]) => {
    const { enum: words } = plain(inner, document);
    const given = (value as Record<string, unknown>)[name];
    return !words || given === undefined || words.includes(given);
  });
}

export function bodySchemaOf({ requestBody }: OpenApiOperation): Schema | undefined {
  return requestBody?.content['application/json']?.schema;
}

/** What is answered when all goes well. */
export function answerSchemasOf({ responses }: OpenApiOperation): Schema[] {
  return Object.entries(responses)
    .filter(([status]) => status.startsWith('2'))
    .flatMap(([, { content }]) => content?.['application/json']?.schema ?? []);
}
