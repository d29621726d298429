import type { RequestHandler } from 'express';
import helmet from 'helmet';

/** Helmet's own policy, without turning http into https: Swagger UI must also work on a plain port. */
const CONTENT_SECURITY = { directives: { 'upgrade-insecure-requests': null } };

/** Helmet's headers, which are the same for every answer: worked out once instead of for each request. */
export function safeHeaders(): RequestHandler {
  const headers = new Map<string, string>();
  const answer = {
    setHeader: (name: string, value: string) => headers.set(name, value),
    removeHeader: () => undefined,
  };
  helmet({ contentSecurityPolicy: CONTENT_SECURITY })({} as never, answer as never, () => undefined);
  return (_req, res, next) => {
    res.setHeaders(headers);
    next();
  };
}
