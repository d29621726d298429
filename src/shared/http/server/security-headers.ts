import type { RequestHandler } from 'express';
import helmet, { type HelmetOptions } from 'helmet';
import { DATA_POLICY } from '../../kernel/content-security-policy.js';

/** Helmet's own policy, without turning http into https: Swagger UI must also work on a plain port. */
const CONTENT_SECURITY = { directives: { 'upgrade-insecure-requests': null } };

/**
 * For pages that anybody may open. Each answer has a policy of its own, and says itself whether it may be kept. That a
 * domain is reached by https alone is for whoever has it to say.
 */
export const SITE_HEADERS: ReadonlyMap<string, string> = headersOf({
  contentSecurityPolicy: false,
  crossOriginResourcePolicy: false,
  strictTransportSecurity: false,
  referrerPolicy: { policy: 'strict-origin-when-cross-origin' },
});

/** For pages of the API's own, such as its docs. */
export const DOCS_HEADERS: ReadonlyMap<string, string> = headersOf({
  contentSecurityPolicy: CONTENT_SECURITY,
});

/**
 * For the API. Answers belong to one tenant: no shared cache may keep them, and a browser has to revalidate them. Nearly
 * all are data, so headers that are for pages are left out. `X-Frame-Options` is for files and charts, whose own policies
 * say nothing of frames.
 */
export const API_HEADERS: ReadonlyMap<string, string> = new Map([
  ['Cache-Control', 'private, no-cache'],
  ['Content-Security-Policy', DATA_POLICY],
  ...[
    'Cross-Origin-Resource-Policy',
    'Referrer-Policy',
    'Strict-Transport-Security',
    'X-Content-Type-Options',
    'X-Frame-Options',
  ].map((name) => [name, DOCS_HEADERS.get(name)!] as const),
]);

/** The same for every answer. */
export function fixedHeaders(headers: ReadonlyMap<string, string>): RequestHandler {
  return (_req, res, next) => {
    res.setHeaders(headers as Map<string, string>);
    next();
  };
}

/** Helmet's headers, computed once and not for each request. */
function headersOf(options: HelmetOptions): ReadonlyMap<string, string> {
  const headers = new Map<string, string>();
  const answer = {
    setHeader: (name: string, value: string) => headers.set(name, value),
    removeHeader: () => undefined,
  };
  helmet(options)({} as never, answer as never, () => undefined);
  return headers;
}
