import type { OpenAPIObject } from '@nestjs/swagger';

export interface Schema {
  $ref?: string;
  allOf?: Schema[];
  example?: unknown;
  properties?: Record<string, Schema>;
  items?: Schema;
  additionalProperties?: boolean;
}

export type Schemas = Record<string, Schema>;

/** Says of every request body what its fields alone do not: a whole example, and that nothing else is taken. */
export function describeBodies(document: OpenAPIObject): void {
  const schemas = (document.components?.schemas ?? {}) as Schemas;
  for (const path of Object.values(document.paths)) {
    for (const operation of [path.post, path.patch]) {
      const body = operation?.requestBody;
      const media = body && 'content' in body ? Object.values(body.content)[0] : undefined;
      if (!media) continue;
      if (isEmpty(media.schema as Schema, schemas)) (body as { required?: boolean }).required = false;
      close(media.schema as Schema, schemas);
      media.example = exampleOf(media.schema as Schema, schemas) ?? {};
    }
  }
}

function isEmpty(schema: Schema, schemas: Schemas): boolean {
  return Object.keys(resolve(schema, schemas).properties ?? {}).length === 0;
}

function close(schema: Schema, schemas: Schemas): void {
  const target = resolve(schema, schemas);
  if (target.items) close(target.items, schemas);
  // What is closed already may be within itself.
  if (!target.properties || target.additionalProperties === false) return;
  target.additionalProperties = false;
  for (const field of Object.values(target.properties)) close(field, schemas);
}

/** The example that the fields of a schema make together. */
export function exampleOf(schema: Schema, schemas: Schemas, around: Schema[] = []): unknown {
  const target = resolve(schema, schemas);
  const inside = [...around, target];
  if (target.example !== undefined) return target.example;
  if (target.items) return itemsOf(exampleOf(target.items, schemas, inside));
  // A field that shows nothing is left out of the example, and so is what would show itself again.
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
