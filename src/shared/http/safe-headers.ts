import type { RequestHandler } from 'express';
import helmet from 'helmet';

/** Helmet's own policy, without turning http into https: Swagger UI must also work on a plain port. */
const CONTENT_SECURITY = { directives: { 'upgrade-insecure-requests': null } };

/** Helmet's headers, which are the same for every answer: worked out once instead of for each request. */
export function safeHeaders(): RequestHandler {
  // Answers are a tenant's own: no cache may share them, and each use is to be asked for.
  const headers = new Map([['Cache-Control', 'private, no-cache']]);
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
