import { TEXT_POLICY } from '../../../shared/kernel/content-security-policy.js';
import type { Request, Response } from 'express';
import { problemOf } from '../../../shared/http/problems/problem.js';
import '../../../shared/http/server/request.js';
import { hostInHeader } from '../../../shared/kernel/texts/domain-name.js';
import { hasEtag } from '../../../shared/kernel/precondition.js';
import { notices, type NoticeName } from '../pages/notices.js';
import { CACHE_CONTROL } from '../caching/cache-control.js';
import type { Encoding, SiteAnswer } from '../pages/site-answer.js';
import type { SiteLanguage } from '../words/site-languages.js';
import { languageOf } from '../words/visitor-language.js';

export const SAFE_METHODS = ['GET', 'HEAD'];

const POLICY = 'Content-Security-Policy';

const RETRY_AFTER_SECONDS = '5';

export async function sendAnswer(
  req: Request,
  res: Response,
  answer: SiteAnswer,
  caching: string = CACHE_CONTROL.page,
): Promise<void> {
  const { status, failure } = answer;
  if ((status === 429 || status === 503) && !res.hasHeader('Retry-After'))
    res.setHeader('Retry-After', RETRY_AFTER_SECONDS);
  if (failure && asksForJson(req)) return sendProblem(req, res, answer);
  const encoding = encodingFor(req.headers['accept-encoding']);
  writeAnswer(req, res, answer, { encoding, body: await answer.in(encoding), caching });
}

/** In the language of the visitor. */
export function sendNotice(req: Request, res: Response, name: NoticeName): Promise<void> {
  return sendAnswer(req, res, notices(languageOf(req))[name]);
}

export interface ReadyAnswer {
  encoding: Encoding | undefined;
  /** The body in that encoding. */
  body: Buffer;
  caching: string;
  /** Other headers, as alternating names and values. */
  others?: readonly string[];
}

/** Writes all headers at once: setting them one by one is slower. */
export function writeAnswer(
  req: Request,
  res: Response,
  { status, etag, policy, failure, variant }: SiteAnswer,
  { encoding, body, caching, others = [] }: ReadyAnswer,
): void {
  const isKnown = status === 200 && hasEtag(req.headers['if-none-match'], etag);
  const head = [...others, POLICY, policy, 'Cache-Control', failure ? CACHE_CONTROL.failure : caching];
  head.push('Vary', varyOf({ failure, variant }));
  // Weak, because all encodings have the same ETag.
  if (status === 200) head.push('ETag', `W/${etag}`);
  if (encoding && !isKnown) head.push('Content-Encoding', encoding);
  if (!isKnown) head.push('Content-Type', 'text/html; charset=utf-8', 'Content-Length', String(body.length));
  res.writeHead(isKnown ? 304 : status, head);
  res.end(isKnown || req.method === 'HEAD' ? undefined : body);
}

/** The headers of the request that decide what is sent. */
function varyOf({ failure, variant }: Pick<SiteAnswer, 'failure' | 'variant'>): string {
  if (failure) return 'Accept, Accept-Encoding, Accept-Language';
  return variant === undefined ? 'Accept-Encoding' : 'Accept-Encoding, Accept-Language';
}

export function sendText(
  res: Response,
  type: string,
  text: string,
  caching: string = CACHE_CONTROL.text,
): void {
  res.setHeader('Cache-Control', caching);
  res.setHeader(POLICY, TEXT_POLICY);
  res.type(`${type}; charset=utf-8`).send(text);
}

/** `language` is stated if the body has texts in the site's words. */
export function sendJson(res: Response, status: number, body: object, language?: SiteLanguage): void {
  if (language) res.setHeader('Content-Language', language);
  res.setHeader('Cache-Control', CACHE_CONTROL.received);
  res.status(status).type('application/json').send(JSON.stringify(body));
}

/** The requested host, from the `Host` header. Headers such as `X-Forwarded-Host` are not trustworthy. */
export const hostOf = ({ headers }: Request): string => hostInHeader(headers.host);

/** Browsers send this header when they load or update the script of a service worker. */
export const isForServiceWorker = ({ headers }: Request): boolean => headers['service-worker'] !== undefined;

/** A client that sends JSON also accepts it. */
export function asksForJson(req: Request): boolean {
  return req.is('json') === 'json' || req.accepts(['html', 'json', 'application/problem+json']) !== 'html';
}

function sendProblem(req: Request, res: Response, { status, policy, failure, variant }: SiteAnswer): void {
  const problem = problemOf({ status, errors: [], ...failure! }, req.id);
  res.setHeader('Cache-Control', CACHE_CONTROL.failure);
  res.setHeader('Vary', 'Accept, Accept-Language');
  res.setHeader('Content-Language', variant!);
  res.setHeader(POLICY, policy);
  res.status(status).type('application/problem+json').send(JSON.stringify(problem));
}

/** The best compression that the visitor's browser accepts. */
export function encodingFor(accepted = ''): Encoding | undefined {
  return (['br', 'gzip'] as const).find((name) => ACCEPTED[name].test(accepted));
}

/** The encoding is listed, and its weight is not 0. */
const ACCEPTED: Record<Encoding, RegExp> = {
  br: /(?:^|,)\s*br\s*(?:;(?!\s*q=0(?:\.0*)?\s*(?:,|$))|,|$)/i,
  gzip: /(?:^|,)\s*gzip\s*(?:;(?!\s*q=0(?:\.0*)?\s*(?:,|$))|,|$)/i,
};
