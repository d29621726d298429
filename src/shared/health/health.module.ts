import { Global, Module, type DynamicModule } from '@nestjs/common';
import { GAUGES_TOKEN, type DatabaseGauge } from './database-gauges.js';
import { HealthController } from './health.controller.js';
import { Metrics } from './metrics.js';
import { MetricsRegistry } from './metrics-registry.js';
import { SiblingMetrics } from './sibling-metrics.js';
import { Readiness } from './readiness.js';

@Global()
@Module({})
export class HealthModule {
  static with(gauges: readonly DatabaseGauge[]): DynamicModule {
    return {
      module: HealthModule,
      controllers: [HealthController],
      providers: [
        Readiness,
        Metrics,
        MetricsRegistry,
        SiblingMetrics,
        { provide: GAUGES_TOKEN, useValue: gauges },
      ],
      exports: [Readiness, Metrics, MetricsRegistry],
    };
  }
}
