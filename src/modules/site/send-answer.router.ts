import type { Request, Response } from 'express';
import { problemOf } from '../../shared/http/problem.js';
import '../../shared/http/request.js';
import { hasEtag } from '../../shared/kernel/precondition.js';
import type { Encoding, SiteAnswer } from './site-answer.js';

/** A browser or a proxy may keep it, and asks each time whether it is still the same. */
export const REVALIDATED = 'public, max-age=0, must-revalidate';

export const READS = ['GET', 'HEAD'];

export const HTML = 'text/html; charset=utf-8';

export const POLICY = 'Content-Security-Policy';

const RETRY_AFTER_SECONDS = '5';

export async function sendAnswer(
  req: Request,
  res: Response,
  answer: SiteAnswer,
  caching = REVALIDATED,
): Promise<void> {
  const { status, etag, policy, failure } = answer;
  res.statusCode = status;
  res.setHeader(POLICY, policy);
  if (status === 429 || status === 503) res.setHeader('Retry-After', RETRY_AFTER_SECONDS);
  if (failure && asksForJson(req)) return sendProblem(req, res, answer);
  res.setHeader('Cache-Control', failure ? 'no-cache' : caching);
  res.setHeader('Vary', failure ? 'Accept, Accept-Encoding' : 'Accept-Encoding');
  if (status === 200) {
    res.setHeader('ETag', weak(etag));
    if (hasEtag(req.headers['if-none-match'], etag)) return void res.writeHead(304).end();
  }
  const encoding = encodingFor(req.headers['accept-encoding']);
  const body = await answer.in(encoding);
  if (encoding) res.setHeader('Content-Encoding', encoding);
  res.setHeader('Content-Type', HTML);
  res.setHeader('Content-Length', body.length);
  res.end(req.method === 'HEAD' ? undefined : body);
}

/** The encodings of an answer have the same one. */
export function weak(etag: string): string {
  return `W/${etag}`;
}

export function sendText(res: Response, type: string, text: string): void {
  res.setHeader('Cache-Control', 'public, max-age=60');
  res.setHeader(POLICY, "default-src 'none'");
  res.type(`${type}; charset=utf-8`).send(text);
}

export function sendJson(res: Response, status: number, body: object): void {
  res.setHeader('Cache-Control', 'no-store');
  res.status(status).type('application/json').send(JSON.stringify(body));
}

export function asksForJson(req: Request): boolean {
  return req.accepts(['html', 'json', 'application/problem+json']) !== 'html';
}

function sendProblem(req: Request, res: Response, { status, failure }: SiteAnswer): void {
  const problem = problemOf({ status, errors: [], ...failure! }, req.id);
  res.setHeader('Cache-Control', 'no-cache');
  res.setHeader('Vary', 'Accept');
  res.type('application/problem+json').send(JSON.stringify(problem));
}

/** The one that makes it smallest, of those that the visitor's browser takes. */
export function encodingFor(accepted = ''): Encoding | undefined {
  return (['br', 'gzip'] as const).find((name) => ACCEPTED[name].test(accepted));
}

/** Named, and not with a weight of 0. */
const ACCEPTED: Record<Encoding, RegExp> = {
  br: /(?:^|,)\s*br\s*(?:;(?!\s*q=0(?:\.0*)?\s*(?:,|$))|,|$)/i,
  gzip: /(?:^|,)\s*gzip\s*(?:;(?!\s*q=0(?:\.0*)?\s*(?:,|$))|,|$)/i,
};
