import type { RequestHandler } from 'express';
import helmet, { type HelmetOptions } from 'helmet';

/** Helmet's own policy, without turning http into https: Swagger UI must also work on a plain port. */
const CONTENT_SECURITY = { directives: { 'upgrade-insecure-requests': null } };

/**
 * For pages that anybody may open. Each answer has a policy of its own, and says itself whether it may be kept. That a
 * domain is reached by https alone is for whoever has it to say.
 */
export function siteHeaders(): RequestHandler {
  return fixedHeaders({
    contentSecurityPolicy: false,
    crossOriginResourcePolicy: false,
    strictTransportSecurity: false,
    referrerPolicy: { policy: 'strict-origin-when-cross-origin' },
  });
}

/** For the API. Answers belong to one tenant: no shared cache may keep them, and a browser has to revalidate them. */
export function securityHeaders(): RequestHandler {
  return fixedHeaders({ contentSecurityPolicy: CONTENT_SECURITY }, { 'Cache-Control': 'private, no-cache' });
}

/** Helmet's headers. They are the same for every answer, so they are computed once and not for each request. */
function fixedHeaders(options: HelmetOptions, others: Record<string, string> = {}): RequestHandler {
  const headers = new Map(Object.entries(others));
  const answer = {
    setHeader: (name: string, value: string) => headers.set(name, value),
    removeHeader: () => undefined,
  };
  helmet(options)({} as never, answer as never, () => undefined);
  return (_req, res, next) => {
    res.setHeaders(headers);
    next();
  };
}
