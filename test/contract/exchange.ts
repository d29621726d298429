import { textOf } from '../support/operations.js';
import type { TestService } from '../support/test-service.js';
import type { Askable } from './own-document.js';

export interface Exchange {
  status: number;
  type: string | null;
  body: { code?: string; errors?: { pointer?: string; parameter?: string; code: string }[] };
}

/** Sends a body as it stands, or a query string, to an operation of the sample data. */
export async function send(
  service: TestService,
  { method, examplePath }: Pick<Askable, 'method' | 'examplePath'>,
  { text, query }: { text?: string; query?: URLSearchParams | string } = {},
): Promise<Exchange> {
  const [path] = query === undefined ? [examplePath] : examplePath.split('?');
  const answer = await fetch(`${service.url}${path}${query === undefined ? '' : `?${query.toString()}`}`, {
    method,
    body: text,
    headers: {
      'x-api-key': service.home.key,
      ...(text !== undefined && { 'content-type': 'application/json' }),
    },
  });
  const said = await textOf(answer);
  const type = answer.headers.get('content-type');
  const isOne = said.startsWith('{') && !type?.includes('ndjson');
  return {
    status: answer.status,
    type,
    body: isOne ? (JSON.parse(said) as Exchange['body']) : {},
  };
}

/** Whatever was sent, nothing broke, and a refusal says what it is. */
export function assertProblem({ status, type, body }: Exchange): void {
  expect(status).toBeLessThan(500);
  if (status < 400) return;
  expect([status, type]).toEqual([status, expect.stringContaining('application/problem+json')]);
  expect(body.code).toMatch(/^[a-z_]+$/);
}
