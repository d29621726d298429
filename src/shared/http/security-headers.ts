import type { RequestHandler } from 'express';
import helmet from 'helmet';

/** Helmet's own policy, without turning http into https: Swagger UI must also work on a plain port. */
const CONTENT_SECURITY = { directives: { 'upgrade-insecure-requests': null } };

/** Helmet's headers. They are the same for every answer, so they are computed once and not for each request. */
export function securityHeaders(): RequestHandler {
  // Answers belong to one tenant: no shared cache may keep them, and a browser has to revalidate them.
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
