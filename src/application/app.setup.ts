import type { DynamicModule } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import type { NestExpressApplication } from '@nestjs/platform-express';
import type { RequestHandler } from 'express';
import type { Logger } from 'pino';
import { DOCUMENTED } from './modules.js';
import type { Settings } from '../shared/config/settings.js';
import type { DatabaseUrls } from '../shared/database/driver/database-url.js';
import { openContext } from '../shared/database/transactions/work-context.js';
import { injectRules } from '../shared/fields/injected-rules.js';
import { Metrics } from '../shared/health/metrics.js';
import { Readiness } from '../shared/health/readiness.js';
import { serveDocs } from '../shared/http/docs/docs-page.js';
import { createExpress, JsonAdapter } from '../shared/http/answers/json-adapter.js';
import { closeConnectionsOnShutdown, serveHealthOnly } from '../shared/http/server/process-middleware.js';
import { answerProtocolErrors, checkHead } from '../shared/http/problems/protocol-errors.js';
import { forwardedVisitor } from '../shared/http/server/forwarded-visitor.js';
import { requestId } from '../shared/http/server/request-id.js';
import { requestLog } from '../shared/http/server/request-log.js';
import { API_HEADERS, fixedHeaders } from '../shared/http/server/security-headers.js';
import { closeStalledReaders } from '../shared/http/server/send-timeout.js';
import { largeAnswers } from '../shared/answers/large-answers.js';
import { ServiceSecrets } from '../shared/secrets/service-secrets.js';
import { NestLogger } from '../shared/logging/nest-logger.js';

/** Response headers that CORS exposes to browsers. */
const EXPOSED_HEADERS = [
  'ETag',
  'Link',
  'Retry-After',
  'x-request-id',
  'Idempotency-Replayed',
  'RateLimit-Policy',
  'RateLimit',
];

/** The export of `src/app.module.ts`. That file imports this folder, so this folder gets it as an argument. */
export interface RootModule {
  with(settings: Settings, urls: DatabaseUrls): DynamicModule;
}

/** Creates the whole application, ready for `init` and `listen`. Opens no connection yet. */
export async function createApp(
  root: RootModule,
  settings: Settings,
  urls: DatabaseUrls,
  logger: Logger,
): Promise<NestExpressApplication> {
  const app = await NestFactory.create<NestExpressApplication>(
    root.with(settings, urls),
    new JsonAdapter(createExpress(settings.TRUST_PROXY)),
    { bodyParser: false, abortOnError: false, logger: new NestLogger(logger) },
  );
  injectRules(app);
  answerProtocolErrors(app.getHttpServer());
  closeStalledReaders(app.getHttpServer(), settings.SEND_TIMEOUT_MS);
  app.getHttpServer().on('request', () => largeAnswers.requestCame());
  app.use(
    together(
      ...[
        requestId,
        forwardedVisitor(app.get(ServiceSecrets)),
        requestLog(logger, app.get(Metrics).observe),
        fixedHeaders(API_HEADERS),
        checkHead,
      ],
      ...[closeConnectionsOnShutdown(app.get(Readiness)), openContext],
    ),
  );
  if (settings.CORS_ORIGINS.length > 0)
    app.enableCors({ origin: [...settings.CORS_ORIGINS], exposedHeaders: EXPOSED_HEADERS });
  if (settings.ROLE === 'worker') app.use(serveHealthOnly);
  else serveDocs(app, DOCUMENTED);
  return app;
}

/** Combines handlers into one: dispatching a handler takes Express longer than most of them run. */
function together(...handlers: RequestHandler[]): RequestHandler {
  return (req, res, next) => {
    let at = 0;
    const proceed = (error?: unknown): void => {
      if (error || at === handlers.length) next(error);
      else handlers[at++]!(req, res, proceed);
    };
    proceed();
  };
}
