import { Gauge, type Registry } from 'prom-client';
import { inTime } from './database-timeout.js';

/** A number about all tenants that is queried whenever metrics are read. So the query must be cheap. */
export interface DatabaseGauge {
  name: string;
  help: string;
  labels?: readonly string[];
  /** Selects `value`, and a column for each label. */
  sql: string;
  /** The part of the service whose lag this is, in seconds. `/health/ready` reports it as well. */
  lagOf?: 'jobs' | 'lanes';
}

export const GAUGES_TOKEN = Symbol('DatabaseGauges');

type Ask = (sql: string) => Promise<{ rows: Record<string, string | number>[] }>;

export function registerDatabaseGauges(registry: Registry, gauges: readonly DatabaseGauge[], ask: Ask): void {
  for (const { name, help, labels = [], sql } of gauges) {
    new Gauge({
      name,
      help,
      labelNames: labels,
      registers: [registry],
      async collect() {
        this.reset();
        // If the database is down, the other metrics are still reported.
        const { rows } = await inTime(ask(sql)).catch(() => ({ rows: [] }));
        for (const { value, ...found } of rows) this.set(found, Number(value));
      },
    });
  }
}
