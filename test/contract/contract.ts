import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { OpenApiDocument, OpenApiOperation } from './schema.js';

/** What the service has promised. */
export const contract = JSON.parse(
  readFileSync(join(import.meta.dirname, 'contract.json'), 'utf8'),
) as OpenApiDocument;

/** Operations of the contract that are not served yet. A test fails as soon as one of them is. */
export const NOT_YET: readonly string[] = [
  'GET /v0/assets/trash',
  'PATCH /v0/accounts/{account_id}',
  'GET /v0/pages/{page_id}/audience_sessions/{audience_session_id}',
  'GET /v0/accounts/{account_id}/logs/{account_log_id}',
  'POST /v0/persons',
  'PATCH /v0/page_links/{page_link_id}',
  'GET /v0/persons',
  'GET /v0/persons/{person_id}',
  'GET /v0/audience_sessions/{audience_session_id}/interactions',
  'GET /v0/webhook_subscriptions',
];

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
