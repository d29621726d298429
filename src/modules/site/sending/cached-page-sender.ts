import { Injectable } from '@nestjs/common';
import type { Request, Response } from 'express';
import { RateLimits } from '../../../shared/auth/rate-limits.js';
import { SITE_FILES_PATH } from '../../../shared/config/site-address.js';
import { Readiness } from '../../../shared/health/readiness.js';
import { headFault } from '../../../shared/http/problems/protocol-errors.js';
import { SITE_HEADERS } from '../../../shared/http/server/security-headers.js';
import { CACHE_CONTROL } from '../caching/cache-control.js';
import { encodingFor, isForServiceWorker, SAFE_METHODS, writeAnswer } from './send-answer.js';
import { sendFile } from './send-file.js';
import { SiteFiles, type FileUrl } from './site-files.service.js';
import { SitePages, type Visit } from '../pages/site-pages.service.js';
import { acceptedLanguage } from '../words/accepted-language.js';

/** The names of the routes in logs and metrics, whichever way a page or a file is sent. */
export const PAGE_ROUTE = '/{*path}';
export const FILE_ROUTE = `${SITE_FILES_PATH}/:token`;

const FILES = `${SITE_FILES_PATH}/`;

const FIXED_HEADERS = [...SITE_HEADERS].flat();

/**
 * Sends pages and small files that are in memory, nearly all responses of a site. It bypasses Express, which would take
 * as long as everything else.
 */
@Injectable()
export class CachedPageSender {
  constructor(
    private readonly pages: SitePages,
    private readonly files: SiteFiles,
    private readonly limits: RateLimits,
    private readonly readiness: Readiness,
  ) {}

  /**
   * Returns false and does nothing if the page or file must be looked up first, or the request is rejected. `addressOf`
   * returns the address of the visitor.
   */
  send(req: Request, res: Response, addressOf: () => string): boolean {
    const { method, url, headers } = req;
    if (!SAFE_METHODS.includes(method) || headers.host === undefined || isForServiceWorker(req)) return false;
    const path = url.split('?', 1)[0]!;
    const { host } = headers;
    return path.startsWith(FILES)
      ? this.sendFile({ host, token: path.slice(FILES.length) }, req, res, addressOf)
      : this.sendPage({ host, path, language: acceptedLanguage(headers['accept-language']) }, req, res);
  }

  private sendPage(visit: Visit, req: Request, res: Response): boolean {
    const answer = this.pages.inMemory(visit);
    const encoding = encodingFor(req.headers['accept-encoding']);
    const body = answer?.isPage && answer.ready(encoding);
    if (!body || headFault(req) !== undefined) return false;
    req.route = { path: PAGE_ROUTE };
    const others = this.fixedHeaders(req);
    writeAnswer(req, res, answer, { encoding, body, caching: CACHE_CONTROL.page, others });
    return true;
  }

  /** Unlike pages, files count against the limit of the visitor: they are larger. */
  private sendFile(fileUrl: FileUrl, req: Request, res: Response, addressOf: () => string): boolean {
    const file = req.headers.range === undefined && this.files.inMemory(fileUrl);
    if (!file || headFault(req) !== undefined || !this.limits.hasRoomForVisitor(addressOf)) return false;
    req.route = { path: FILE_ROUTE };
    sendFile(req, res, file, this.fixedHeaders(req));
    return true;
  }

  private fixedHeaders(req: Request): string[] {
    const headers = [...FIXED_HEADERS, 'x-request-id', req.id];
    if (this.readiness.isLeaving) headers.push('Connection', 'close');
    return headers;
  }
}
