import { Global, Module } from '@nestjs/common';
import { HealthController } from './health.controller.js';
import { Metrics } from './metrics.js';
import { Readiness } from './readiness.js';

@Global()
@Module({ controllers: [HealthController], providers: [Readiness, Metrics], exports: [Readiness, Metrics] })
export class HealthModule {}
