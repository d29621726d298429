import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { OpenApiDocument, OpenApiOperation } from './schema.js';

/** What the service has promised. */
export const contract = JSON.parse(
  readFileSync(join(import.meta.dirname, 'contract.json'), 'utf8'),
) as OpenApiDocument;

/** Operations of the contract that are not served yet. A test fails as soon as one of them is. */
export const NOT_YET: readonly string[] = [];

export interface NamedOperation {
  /** As in `GET /v0/topics`. */
  name: string;
  operation: OpenApiOperation;
}

export function operationsIn({ paths }: Pick<OpenApiDocument, 'paths'>): NamedOperation[] {
  return Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({
      name: `${method.toUpperCase()} ${path}`,
      operation,
    })),
  );
}

/** Those that are served. */
export const PROMISED = operationsIn(contract).filter(({ name }) => !NOT_YET.includes(name));
