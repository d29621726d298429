import { Injectable } from '@nestjs/common';
import type { Request, Response } from 'express';
import { Readiness } from '../../shared/health/readiness.js';
import { headFault } from '../../shared/http/problems/protocol-errors.js';
import { SITE_HEADERS } from '../../shared/http/server/security-headers.js';
import { CACHE_CONTROL } from './cache-control.js';
import { encodingFor, isForServiceWorker, READS, writeAnswer } from './send-answer.js';
import { SitePages } from './site-pages.service.js';

/** The name of the route in logs and metrics, whichever way a page is sent. */
export const PAGE_ROUTE = '/{*path}';

const FIXED_HEADERS = [...SITE_HEADERS].flat();

/**
 * Sends pages that are in memory, nearly all responses of a site. It bypasses Express, which would take as long as
 * everything else.
 */
@Injectable()
export class CachedPageSender {
  constructor(
    private readonly pages: SitePages,
    private readonly readiness: Readiness,
  ) {}

  /** Returns false and does nothing if the page must be looked up or rendered first, or the request is rejected. */
  send(req: Request, res: Response): boolean {
    const { method, url, headers } = req;
    if (!READS.includes(method) || headers.host === undefined || isForServiceWorker(req)) return false;
    const answer = this.pages.inMemory({ host: headers.host, path: url.split('?', 1)[0]! });
    const encoding = encodingFor(headers['accept-encoding']);
    const body = answer?.isPage && answer.ready(encoding);
    if (!body || headFault(req) !== undefined) return false;
    req.route = { path: PAGE_ROUTE };
    const others = [...FIXED_HEADERS, 'x-request-id', req.id];
    if (this.readiness.isLeaving) others.push('Connection', 'close');
    writeAnswer(req, res, answer, { encoding, body, caching: CACHE_CONTROL.page, others });
    return true;
  }
}
