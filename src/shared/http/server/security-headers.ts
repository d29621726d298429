import type { RequestHandler } from 'express';
import helmet, { type HelmetOptions } from 'helmet';
import { DATA_POLICY, DOCS_POLICY } from '../../kernel/content-security-policy.js';

/**
 * For public pages. Each answer has its own policy, and sets its own cache headers. The owner of a domain decides
 * whether it is reached by https only.
 */
export const SITE_HEADERS: ReadonlyMap<string, string> = headersOf({
  contentSecurityPolicy: false,
  crossOriginResourcePolicy: false,
  strictTransportSecurity: false,
  referrerPolicy: { policy: 'strict-origin-when-cross-origin' },
});

/** For the console. Its screens show the data of one person, so nothing may store them. */
export const CONSOLE_HEADERS: ReadonlyMap<string, string> = new Map([
  ...headersOf({
    contentSecurityPolicy: false,
    frameguard: { action: 'deny' },
    // A browser that is told to send no referrer at all also hides the origin of forms.
    referrerPolicy: { policy: 'same-origin' },
  }),
  ['Cache-Control', 'no-store'],
  ['X-Robots-Tag', 'noindex'],
]);

/** For the API's own pages, such as its docs. */
export const DOCS_HEADERS: ReadonlyMap<string, string> = new Map([
  ...headersOf({ contentSecurityPolicy: false }),
  ['Content-Security-Policy', DOCS_POLICY],
]);

/**
 * For the API. Answers belong to one tenant: no shared cache may store them, and a browser has to revalidate them.
 * Nearly all are data, so headers for pages are left out. `X-Frame-Options` is for files and charts, whose own
 * policies do not cover frames.
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

/** Sets the same headers on every answer. */
export function fixedHeaders(headers: ReadonlyMap<string, string>): RequestHandler {
  return (_req, res, next) => {
    res.setHeaders(headers as Map<string, string>);
    next();
  };
}

/** Helmet's headers, computed once instead of per request. */
function headersOf(options: HelmetOptions): ReadonlyMap<string, string> {
  const headers = new Map<string, string>();
  const answer = {
    setHeader: (name: string, value: string) => headers.set(name, value),
    removeHeader: () => undefined,
  };
  helmet(options)({} as never, answer as never, () => undefined);
  return headers;
}
