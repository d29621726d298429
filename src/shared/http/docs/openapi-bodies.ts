import type { OpenAPIObject } from '@nestjs/swagger';

export interface Schema {
  $ref?: string;
  allOf?: Schema[];
  oneOf?: Schema[];
  discriminator?: { propertyName: string; mapping: Record<string, string> };
  description?: string;
  example?: unknown;
  properties?: Record<string, Schema>;
  items?: Schema;
  additionalProperties?: boolean;
  required?: string[];
}

export type Schemas = Record<string, Schema>;

const FORM = 'multipart/form-data';

/**
 * Adds to every request body what its fields do not say: a complete example, and that no other fields are accepted.
 */
export function describeBodies(document: OpenAPIObject): void {
  const schemas = (document.components?.schemas ?? {}) as Schemas;
  for (const path of Object.values(document.paths)) {
    for (const operation of [path.post, path.put, path.patch]) {
      const body = operation?.requestBody;
      if (!body || !('content' in body)) continue;
      const media = Object.values(body.content)[0]!;
      if (isEmpty(media.schema as Schema, schemas)) (body as { required?: boolean }).required = false;
      close(media.schema as Schema, schemas);
      media.example = exampleOf(media.schema as Schema, schemas) ?? {};
      if (FORM in body.content) media.encoding = encodingOf(resolve(media.schema as Schema, schemas));
    }
  }
}

/** A list in a form is one field per item. Without this encoding Swagger UI joins the items with commas. */
function encodingOf({ properties = {} }: Schema) {
  const lists = Object.entries(properties).filter(([, { items }]) => items);
  return Object.fromEntries(lists.map(([name]) => [name, { style: 'form', explode: true }]));
}

function isEmpty(schema: Schema, schemas: Schemas): boolean {
  return Object.keys(resolve(schema, schemas).properties ?? {}).length === 0;
}

function close(schema: Schema, schemas: Schemas): void {
  const target = resolve(schema, schemas);
  for (const kind of target.oneOf ?? []) close(kind, schemas);
  if (target.items) close(target.items, schemas);
  // A schema that is already closed may contain itself.
  if (!target.properties || target.additionalProperties === false) return;
  target.additionalProperties = false;
  for (const field of Object.values(target.properties)) close(field, schemas);
}

/** The example of a schema, composed of the examples of its fields. */
export function exampleOf(schema: Schema, schemas: Schemas, around: Schema[] = []): unknown {
  const target = resolve(schema, schemas);
  const inside = [...around, target];
  if (target.example !== undefined) return target.example;
  if (target.items) return itemsOf(exampleOf(target.items, schemas, inside));
  // A field without an example is left out, and so is a schema that contains itself.
  if (!target.properties || around.includes(target)) return undefined;
  const fields = Object.entries(target.properties ?? {}).map(([name, field]) => [
    name,
    exampleOf(field, schemas, inside),
  ]);
  return Object.fromEntries(fields.filter(([, example]) => example !== undefined));
}

function itemsOf(example: unknown): unknown[] | undefined {
  return example === undefined ? undefined : [example];
}

function resolve(schema: Schema, schemas: Schemas): Schema {
  const reference = schema.$ref ?? schema.allOf?.[0]?.$ref;
  return reference ? schemas[reference.split('/').at(-1)!]! : schema;
}
