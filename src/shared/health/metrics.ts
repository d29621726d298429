import { Injectable } from '@nestjs/common';
import { Pool } from 'pg';
import { collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';
import type { FinishedRequest } from '../http/request-log.js';
import { JobEngine } from '../jobs/job-engine.js';

@Injectable()
export class Metrics {
  private readonly registry = new Registry();
  private readonly durations = new Histogram({
    name: 'foyer_http_request_duration_seconds',
    help: 'Time from the arrival of a request to the end of its answer',
    labelNames: ['method', 'route', 'status'],
    buckets: [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10],
    registers: [this.registry],
  });

  constructor(pool: Pool, engine: JobEngine) {
    collectDefaultMetrics({ register: this.registry });
    this.gaugePool(pool);
    this.gaugeJobs(engine);
  }

  readonly observe = ({ method, route, status, durationMs }: FinishedRequest): void => {
    this.durations.observe({ method, route, status }, durationMs / 1000);
  };

  text(): Promise<string> {
    return this.registry.metrics();
  }

  private gaugePool(pool: Pool): void {
    new Gauge({
      name: 'foyer_database_connections',
      help: 'Connections of the pool, and requests that wait for one',
      labelNames: ['state'],
      registers: [this.registry],
      collect() {
        this.set({ state: 'idle' }, pool.idleCount);
        this.set({ state: 'busy' }, pool.totalCount - pool.idleCount);
        this.set({ state: 'waiting' }, pool.waitingCount);
      },
    });
  }

  private gaugeJobs(engine: JobEngine): void {
    new Gauge({
      name: 'foyer_jobs',
      help: 'Jobs by kind and state',
      labelNames: ['kind', 'state'],
      registers: [this.registry],
      async collect() {
        // Without a database there are other things to see still.
        for (const { kind, ...counts } of await engine.counts().catch(() => [])) {
          for (const [state, count] of Object.entries(counts)) this.set({ kind, state }, count);
        }
      },
    });
  }
}
