import { createServer, type Server } from 'node:http';
import type { INestApplicationContext } from '@nestjs/common';
import type { Logger } from 'pino';
import { ConsoleRouter, LiveStreams } from '../modules/console/index.js';
import type { Settings } from '../shared/config/settings.js';
import { Metrics } from '../shared/health/metrics.js';
import { Readiness } from '../shared/health/readiness.js';
import { createExpress } from '../shared/http/answers/json-adapter.js';
import { answerProtocolErrors } from '../shared/http/problems/protocol-errors.js';
import { closeConnectionsOnShutdown } from '../shared/http/server/process-middleware.js';
import { requestId } from '../shared/http/server/request-id.js';
import { requestLog } from '../shared/http/server/request-log.js';
import { CONSOLE_HEADERS, fixedHeaders } from '../shared/http/server/security-headers.js';
import { closeStalledReaders } from '../shared/http/server/send-timeout.js';

/**
 * The server of the console. It has an origin of its own: the site runs scripts of tenants, and Swagger UI keeps a key in
 * the browser's storage.
 */
export function createConsole(app: INestApplicationContext, settings: Settings, logger: Logger): Server {
  const server = createExpress(settings.TRUST_PROXY);
  server.set('etag', false);
  server.use(requestId);
  server.use(requestLog(logger, app.get(Metrics).observe, { isPublic: true }));
  server.use(fixedHeaders(CONSOLE_HEADERS));
  server.use(closeConnectionsOnShutdown(app.get(Readiness)));
  app.get(Readiness).onEndLiveAnswers(() => app.get(LiveStreams, { strict: false }).endAll());
  server.use(app.get(ConsoleRouter, { strict: false }).routes());
  const listener = createServer(server);
  answerProtocolErrors(listener);
  closeStalledReaders(listener, settings.SEND_TIMEOUT_MS);
  return listener;
}
