import { schemaAt, type OpenApiDocument, type Schema } from './openapi-document.js';

/**
 * Gives the examples of unique fields another value, so that an example that creates something works again after the
 * page is loaded again. The document itself keeps its examples.
 */
export function freshenExamples(document: OpenApiDocument, suffix: string): void {
  for (const { post } of Object.values(document.paths)) {
    const media = post?.requestBody?.content['application/json'];
    if (!media?.schema || !isObject(media.example)) continue;
    const { properties = {} } = schemaAt(media.schema, document);
    media.example = Object.fromEntries(
      Object.entries(media.example).map(([name, value]) => [name, fresh(properties[name], value, suffix)]),
    );
  }
}

function fresh(schema: Schema | undefined, value: unknown, suffix: string): unknown {
  if (!schema?.['x-unique'] || typeof value !== 'string') return value;
  // An email address has its suffix before the @, and a domain name in a label of its own.
  if (value.includes('@')) return value.replace('@', `+${suffix}@`);
  if (/^[a-z0-9-]+(\.[a-z0-9-]+)+$/.test(value)) return `${suffix}.${value}`;
  return `${value}-${suffix}`;
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
