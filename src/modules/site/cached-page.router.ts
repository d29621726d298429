import { Injectable } from '@nestjs/common';
import type { Request, Response } from 'express';
import { Readiness } from '../../shared/health/readiness.js';
import { headFault } from '../../shared/http/protocol-errors.js';
import { SITE_HEADERS } from '../../shared/http/security-headers.js';
import { hasEtag } from '../../shared/kernel/precondition.js';
import { encodingFor, HTML, POLICY, READS, REVALIDATED, weak } from './send-answer.router.js';
import { SitePages } from './site-pages.service.js';

/** How logs and metrics call it, whichever way it is sent. */
export const PAGE_ROUTE = '/{*path}';

const FIXED_HEADERS = [...SITE_HEADERS, ['Cache-Control', REVALIDATED], ['Vary', 'Accept-Encoding']].flat();

/**
 * Sends the pages that are in memory, which are nearly all that a site sends. Express is not asked for them: it would
 * take as long as all the rest.
 */
@Injectable()
export class CachedPageRouter {
  constructor(
    private readonly pages: SitePages,
    private readonly readiness: Readiness,
  ) {}

  /** Answers false, and has done nothing, where something must be looked up or made first, or be refused. */
  send(req: Request, res: Response): boolean {
    const { method, url, headers } = req;
    if (!READS.includes(method) || headers.host === undefined) return false;
    const answer = this.pages.inMemory({ host: headers.host, path: url.split('?', 1)[0]! });
    const encoding = encodingFor(headers['accept-encoding']);
    const body = answer?.isPage && answer.ready(encoding);
    if (!body || headFault(req) !== undefined) return false;
    const isKnown = hasEtag(headers['if-none-match'], answer.etag);
    const head = [...FIXED_HEADERS, POLICY, answer.policy, 'ETag', weak(answer.etag), 'x-request-id', req.id];
    if (this.readiness.isLeaving) head.push('Connection', 'close');
    if (encoding && !isKnown) head.push('Content-Encoding', encoding);
    if (!isKnown) head.push('Content-Type', HTML, 'Content-Length', String(body.length));
    req.route = { path: PAGE_ROUTE };
    // All at once: each header that is set for itself costs a look at all others.
    res.writeHead(isKnown ? 304 : 200, head);
    res.end(isKnown || method === 'HEAD' ? undefined : body);
    return true;
  }
}
