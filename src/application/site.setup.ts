import { createServer, type Server } from 'node:http';
import type { INestApplicationContext } from '@nestjs/common';
import type { Request, Response } from 'express';
import type { Logger } from 'pino';
import { CachedPageSender, SiteRouter } from '../modules/site/index.js';
import type { Settings } from '../shared/config/settings.js';
import { openContext } from '../shared/database/transactions/work-context.js';
import { Metrics } from '../shared/health/metrics.js';
import { Readiness } from '../shared/health/readiness.js';
import { createExpress } from '../shared/http/answers/json-adapter.js';
import { largeAnswers } from '../shared/answers/large-answers.js';
import { closeConnectionsOnShutdown } from '../shared/http/server/process-middleware.js';
import { answerProtocolErrors } from '../shared/http/problems/protocol-errors.js';
import { nameRequest, tellRequestId } from '../shared/http/server/request-id.js';
import { requestLog } from '../shared/http/server/request-log.js';
import { fixedHeaders, SITE_HEADERS } from '../shared/http/server/security-headers.js';
import { closeStalledReaders } from '../shared/http/server/send-timeout.js';
import { visitorAddress } from '../shared/http/server/visitor-address.js';

/**
 * The server of the site, where visitors open pages. It has its own origin, because pages run their owners'
 * scripts, and Swagger UI keeps a key in the browser's storage.
 */
export function createSite(app: INestApplicationContext, settings: Settings, logger: Logger): Server {
  const site = createExpress(settings.TRUST_PROXY);
  site.set('etag', false);
  site.use(tellRequestId);
  site.use(fixedHeaders(SITE_HEADERS));
  site.use(closeConnectionsOnShutdown(app.get(Readiness)));
  site.use(openContext);
  site.use(app.get(SiteRouter, { strict: false }).routes());
  const cachedPages = app.get(CachedPageSender, { strict: false });
  const log = requestLog(logger, app.get(Metrics).observe, { isPublic: true });
  const server = createServer((incoming, outgoing) => {
    const [req, res] = [incoming as Request, outgoing as Response];
    nameRequest(req);
    log(req, res, () => {
      if (!cachedPages.send(req, res, () => visitorAddress(site, req))) site(req, res);
    });
  });
  server.on('request', () => largeAnswers.requestCame());
  answerProtocolErrors(server);
  closeStalledReaders(server, settings.SEND_TIMEOUT_MS);
  return server;
}
