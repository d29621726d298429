import type { OpenAPIObject } from '@nestjs/swagger';

interface Schema {
  $ref?: string;
  allOf?: Schema[];
  type?: string | string[];
  example?: unknown;
  properties?: Record<string, Schema>;
  items?: Schema;
}

/** Puts whole examples beside the request bodies, made from the examples of their fields. */
export function addBodyExamples(document: OpenAPIObject): void {
  const schemas = (document.components?.schemas ?? {}) as Record<string, Schema>;
  for (const path of Object.values(document.paths)) {
    for (const operation of [path.post, path.patch]) {
      const body = operation?.requestBody;
      const media = body && 'content' in body ? body.content['application/json'] : undefined;
      if (media) media.example = exampleOf(media.schema as Schema, schemas);
    }
  }
}

function exampleOf(schema: Schema, schemas: Record<string, Schema>): unknown {
  if (schema.example !== undefined) return schema.example;
  const target = schema.$ref ?? schema.allOf?.[0]?.$ref;
  if (target) return exampleOf(schemas[target.split('/').at(-1)!]!, schemas);
  if (schema.items) return [exampleOf(schema.items, schemas)];
  const fields = Object.entries(schema.properties ?? {}).map(([name, field]) => [name, exampleOf(field, schemas)]);
  return Object.fromEntries(fields.filter(([, example]) => example !== undefined));
}
