/** Makes the types of the API from its OpenAPI document. They are built, not committed. */
import { readFileSync, writeFileSync } from 'node:fs';
import { createClient } from '@hey-api/openapi-ts';
import { DOCUMENT, fingerprint, GENERATED } from './generated-from.ts';

interface Schema {
  type?: string | string[];
  pattern?: string;
  format?: string;
  enum?: string[];
  properties?: Record<string, Schema>;
}

interface Parameter {
  name: string;
  in: string;
  schema: Schema;
}

interface Media {
  example?: { code?: string };
}

interface Response {
  $ref?: string;
  description: string;
  content?: Record<string, Media>;
}

interface Operation {
  operationId: string;
  parameters?: Parameter[];
  requestBody?: { content: Record<string, unknown> };
  responses: Record<string, Response>;
}

interface OpenApiDocument {
  paths: Record<string, Record<string, Operation>>;
  webhooks?: unknown;
  components: { schemas: Record<string, Schema>; responses: Record<string, Response> };
}

const document = JSON.parse(readFileSync(DOCUMENT, 'utf8')) as OpenApiDocument;
const operations = operationTypes(document);
markTimes(document);
leaveOutWhatOperationsHave(document);

await createClient({
  input: document as never,
  output: { path: GENERATED.folder, clean: true, entryFile: false, tsConfigPath: null },
  logs: { level: 'silent', file: false },
  plugins: [
    {
      name: '@hey-api/typescript',
      $resolvers: {
        string: ({ $, schema }) => (isTimeName(schema.format) ? $.type(schema.format) : undefined),
      },
    },
  ],
});
const types = readFileSync(GENERATED.types, 'utf8');
writeFileSync(GENERATED.types, `import type { Time, TimeInput } from '../times.js';\n\n${types}`);
writeFileSync(GENERATED.operations, operations);
writeFileSync(GENERATED.fingerprint, fingerprint());

/** Types of ../src/times.ts. */
function isTimeName(format: string | undefined): format is 'Time' | 'TimeInput' {
  return format === 'Time' || format === 'TimeInput';
}

/**
 * Times of answers have the pattern of phone numbers, so the name decides. Times of requests may also be written as in
 * RFC 3339, which their pattern shows.
 */
function markTimes({ paths, components }: OpenApiDocument): void {
  const mark = (name: string, schema: Schema) => {
    if (schema.pattern?.includes('[Tt]')) schema.format = 'TimeInput';
    else if (schema.pattern?.startsWith('^\\+[1-9]') && name !== 'phoneNumber') schema.format = 'Time';
  };
  for (const { properties = {} } of Object.values(components.schemas)) {
    for (const [name, schema] of Object.entries(properties)) mark(name, schema);
  }
  for (const operation of Object.values(paths).flatMap((path) => Object.values(path))) {
    for (const { name, schema } of operation.parameters ?? []) mark(name, schema);
  }
}

/** Problems have one type, and deliveries have the type of events: without these, the types are a third as long. */
function leaveOutWhatOperationsHave(document: OpenApiDocument): void {
  delete document.webhooks;
  for (const operation of Object.values(document.paths).flatMap((path) => Object.values(path))) {
    for (const status of Object.keys(operation.responses)) {
      if (!status.startsWith('2')) delete operation.responses[status];
    }
  }
}

function operationTypes(document: OpenApiDocument): string {
  const names: string[] = [];
  const entries = Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => {
      const name = operation.operationId.replace(/^./, (letter) => letter.toUpperCase());
      names.push(`${name}Data`, `${name}Response`);
      const codes = codesOf(operation, document).map((code) => `'${code}'`);
      return [
        `  '${method.toUpperCase()} ${path}': {`,
        `    ids: [${idsIn(path)
          .map((id) => `${id}: string`)
          .join(', ')}];`,
        `    query: ${name}Data['query'];`,
        `    body: ${operation.requestBody ? `${name}Data['body']` : 'undefined'};`,
        `    answer: ${name}Response;`,
        `    codes: ${codes.join(' | ')};`,
        '  };',
      ].join('\n');
    }),
  );
  return [
    `import type { ${names.join(', ')} } from './types.gen.js';`,
    '/** The types of each operation, by method and path. */',
    `export interface Operations {\n${entries.join('\n')}\n}\n`,
  ].join('\n\n');
}

function idsIn(path: string): string[] {
  return [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) =>
    name!.replace(/_(\w)/g, (_, letter: string) => letter.toUpperCase()),
  );
}

/** The codes that the document names for the failures of an operation: in their examples and in their descriptions. */
function codesOf({ responses }: Operation, { components }: OpenApiDocument): string[] {
  const known = new Set(components.schemas.ProblemCode!.enum);
  const found = Object.entries(responses)
    .filter(([status]) => status >= '4')
    .map(([, response]) => (response.$ref ? components.responses[nameIn(response.$ref)]! : response))
    .flatMap(({ description, content = {} }) => [
      ...Object.values(content).map(({ example }) => example?.code ?? ''),
      ...[...description.matchAll(/`(\w+)`/g)].map(([, word]) => word!),
    ]);
  return [...new Set(found)].filter((code) => known.has(code)).sort();
}

function nameIn(ref: string): string {
  return ref.slice(ref.lastIndexOf('/') + 1);
}
