import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describeOperation, type OpenApi, type Operation } from '../support/openapi/operations.js';
import { bodySchemaOf, type OpenApiDocument, type Parameter, type Schema } from './schema.js';

/** Our own document, as it is committed; another test keeps it equal to the one that is served. */
export const ownDocument = JSON.parse(
  readFileSync(join(import.meta.dirname, '../../docs/openapi.json'), 'utf8'),
) as OpenApiDocument;

export interface Askable extends Operation {
  /** As in `GET /v0/topics`. */
  name: string;
  body: Schema | undefined;
  query: Parameter[];
  description?: string;
}

/** Every operation that needs a key, with the schemas of what can be sent to it. */
export const ASKABLE: readonly Askable[] = Object.entries((ownDocument as unknown as OpenApi).paths).flatMap(
  ([path, methods]) =>
    Object.entries(methods)
      .map(([method, documented]) => {
        const { parameters = [], ...operation } = ownDocument.paths[path]![method]!;
        return {
          ...describeOperation(method, path, documented),
          name: `${method.toUpperCase()} ${path}`,
          description: operation.description,
          body: bodySchemaOf(operation),
          query: parameters.filter((each) => each.in === 'query'),
        };
      })
      .filter((each) => !each.public),
);
