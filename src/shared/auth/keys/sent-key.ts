import type { Request } from 'express';
import { unauthenticated } from '../../kernel/errors.js';

/** The API key of a request, from either of two headers. */
export function keySentWith(req: Request): string {
  const key = req.get('x-api-key');
  const { authorization } = req.headers;
  const [, bearer] = /^Bearer +(.*)$/i.exec(authorization ?? '') ?? [];
  // Node keeps the first of several Authorization headers, and drops the others.
  const isRepeated = authorization !== undefined && new Set(req.headersDistinct.authorization).size > 1;
  if (isRepeated || (key !== undefined && bearer !== undefined && key !== bearer))
    throw unauthenticated('keys_differ', 'The request headers contain different keys; send only one.');
  const given = key ?? bearer;
  if (given !== undefined) return given;
  throw unauthenticated('key_missing', 'Send an API key as x-api-key, or as Authorization: Bearer.');
}
