import { Inject, Injectable } from '@nestjs/common';
import { Pool } from 'pg';
import { collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';
import { ApiKeyCache } from '../auth/keys/api-key-cache.js';
import { RateLimits } from '../auth/rate-limits.js';
import { RequestTurns } from '../auth/request-turns.js';
import { ConnectionShares } from '../database/transactions/connection-shares.js';
import { UnitOfWork } from '../database/transactions/unit-of-work.js';
import type { FinishedRequest } from '../http/server/request-log.js';
import { JobEngine } from '../jobs/job-engine.js';
import { GAUGES_TOKEN, registerDatabaseGauges, type DatabaseGauge } from './database-gauges.js';
import { registerLoadMetrics } from './load-metrics.js';
import { MetricsRegistry } from './metrics-registry.js';
import { SiblingMetrics } from './sibling-metrics.js';

@Injectable()
export class Metrics {
  private readonly durations: Histogram;
  /** Separate: the database's figures are the same for all processes, so only one of them queries them. */
  private readonly ofDatabase = new Registry();

  constructor(
    private readonly registry: MetricsRegistry,
    private readonly siblings: SiblingMetrics,
    pool: Pool,
    engine: JobEngine,
    @Inject(GAUGES_TOKEN) gauges: readonly DatabaseGauge[],
    connections: ConnectionShares,
    unitOfWork: UnitOfWork,
    limits: RateLimits,
    turns: RequestTurns,
    keys: ApiKeyCache,
  ) {
    this.durations = new Histogram({
      name: 'foyer_http_request_duration_seconds',
      help: 'Time from the arrival of a request to the end of its response',
      labelNames: ['method', 'route', 'status'],
      buckets: [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10],
      registers: [registry],
    });
    collectDefaultMetrics({ register: registry });
    this.gaugePool(pool);
    registerLoadMetrics(registry, { connections, unitOfWork, limits, turns, keys });
    // Uses the jobs' connections: metrics can be read while requests occupy all of theirs.
    registerDatabaseGauges(this.ofDatabase, gauges, (sql) => engine.boss.getDb().executeSql(sql));
  }

  readonly observe = ({ method, route, status, durationMs }: FinishedRequest): void => {
    this.durations.observe({ method, route, status }, durationMs / 1000);
  };

  async text(): Promise<string> {
    return (await Promise.all([this.siblings.text(), this.ofDatabase.metrics()])).join('\n');
  }

  /** For a process with an embedded database. */
  gaugeEmbedded(restarts: () => number): void {
    new Gauge({
      name: 'foyer_embedded_database_restarts',
      help: 'Restarts of the embedded database since this process started',
      // One server, whose end all processes notice.
      aggregator: 'max',
      registers: [this.registry],
      collect() {
        this.set(restarts());
      },
    });
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
}
