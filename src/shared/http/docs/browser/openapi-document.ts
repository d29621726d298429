/** The parts of the OpenAPI document that the page reads. */
export interface Schema {
  $ref?: string;
  type?: string;
  example?: unknown;
  properties?: Record<string, Schema>;
  items?: Schema;
  allOf?: Schema[];
  oneOf?: Schema[];
  anyOf?: Schema[];
  enum?: unknown[];
  'x-unique'?: boolean;
}

export interface Parameter {
  name: string;
  in: 'path' | 'query' | 'header';
  required?: boolean;
  schema: { example?: string | number | boolean };
}

export interface Media {
  schema?: Schema;
  example?: unknown;
}

export interface Response {
  $ref?: string;
  description?: string;
  content?: Record<string, Media>;
}

export interface Operation {
  operationId: string;
  summary: string;
  tags: string[];
  security?: object[];
  parameters?: Parameter[];
  requestBody?: { content: Record<string, Media> };
  responses: Record<string, Response>;
}

export interface OpenApiDocument {
  info: { description: string };
  tags: { name: string; description: string }[];
  paths: Record<string, Record<string, Operation>>;
  components: { schemas: Record<string, Schema>; responses?: Record<string, Response> };
}

export function schemaAt(schema: Schema, { components }: OpenApiDocument): Schema {
  const reference = schema.$ref ?? schema.allOf?.[0]?.$ref;
  return reference ? components.schemas[nameIn(reference)]! : schema;
}

export function responseAt(response: Response, { components }: OpenApiDocument): Response {
  return response.$ref ? components.responses![nameIn(response.$ref)]! : response;
}

function nameIn(reference: string): string {
  return reference.slice(reference.lastIndexOf('/') + 1);
}

/** The codes of the problems that a response documents: that of its example, and those in its description. */
export function codesOf(response: Response, document: OpenApiDocument): string[] {
  const { description = '', content = {} } = responseAt(response, document);
  const { example } = content['application/problem+json'] ?? {};
  const words = [...description.matchAll(/`(\w+)`/g)].map(([, word]) => word!);
  const shown = (example as { code?: string } | undefined)?.code;
  const codes = document.components.schemas.ProblemCode?.enum ?? [];
  return [...new Set(shown ? [shown, ...words] : words)].filter((word) => codes.includes(word));
}
