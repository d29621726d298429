import 'reflect-metadata';
import type { Type } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import type { NestExpressApplication } from '@nestjs/platform-express';
import { RateLimits } from '../../src/shared/auth/rate-limits.js';
import { ConfigModule } from '../../src/shared/config/config.module.js';
import { readSettings } from '../../src/shared/config/settings.js';
import { UnitOfWork } from '../../src/shared/database/transactions/unit-of-work.js';
import { HttpModule } from '../../src/shared/http/http.module.js';
import { createExpress, JsonAdapter } from '../../src/shared/http/answers/json-adapter.js';
import { requestId } from '../../src/shared/http/server/request-id.js';
import { IdempotencyStore } from '../../src/shared/idempotency/idempotency-store.js';

class DtoApp {}
class NoLimits {}

const noLimits = {
  ...{ module: NoLimits, global: true },
  providers: [{ provide: RateLimits, useValue: {} }],
  exports: [RateLimits],
};

/** An application of one controller that keeps nothing: what stands around its handlers is ours. */
export async function createDtoApp(controller: Type): Promise<NestExpressApplication> {
  const app = await NestFactory.create<NestExpressApplication>(
    {
      module: DtoApp,
      imports: [ConfigModule.with(readSettings({})), noLimits, HttpModule],
      controllers: [controller],
      providers: [
        { provide: UnitOfWork, useValue: { run: (work: () => unknown) => work() } },
        { provide: IdempotencyStore, useValue: {} },
      ],
    },
    new JsonAdapter(createExpress([])),
    { bodyParser: false, abortOnError: false, logger: false },
  );
  app.use(requestId);
  return app;
}
