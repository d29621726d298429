import { Injectable } from '@nestjs/common';
import { Histogram } from 'prom-client';
import type { DatabaseGauge } from '../../../shared/health/database-gauges.js';
import { MetricsRegistry } from '../../../shared/health/metrics-registry.js';
import type { Outcome } from './delivery-outcome.js';

export const deliveryGauges: readonly DatabaseGauge[] = [
  {
    name: 'foyer_webhook_deliveries_waiting',
    help: 'Deliveries that are not accepted yet, of active and inactive subscriptions',
    labels: ['active'],
    sql: `select s.active::text as active, count(*) as value
          from webhook_delivery d join webhook_subscription s on s.tenant_id = d.tenant_id and s.id = d.subscription_id
          where d.status = 'waiting' group by s.active`,
  },
  {
    name: 'foyer_webhook_delivery_lag_seconds',
    help: 'How long the oldest due delivery has been due, of active subscriptions',
    lagOf: 'lanes',
    sql: `select coalesce(max(extract(epoch from now() - due.at)), 0) as value
          from webhook_subscription s, lateral (
            select min(d.due_at) as at from webhook_delivery d
            where d.tenant_id = s.tenant_id and d.subscription_id = s.id and d.status = 'waiting' and d.due_at <= now()
          ) due where s.active`,
  },
];

/** Measures the calls of this process. */
@Injectable()
export class DeliveryMetrics {
  private readonly durations: Histogram;

  constructor(registry: MetricsRegistry) {
    this.durations = new Histogram({
      name: 'foyer_webhook_attempt_duration_seconds',
      help: 'Duration of calls to receivers, by the resulting status of the delivery: delivered, waiting, failed',
      labelNames: ['status'],
      buckets: [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30],
      registers: [registry],
    });
  }

  observe({ status, attempt }: Outcome): void {
    this.durations.observe({ status }, attempt.durationMs / 1000);
  }
}
