import { Injectable } from '@nestjs/common';
import { Counter } from 'prom-client';
import { MetricsRegistry } from '../../../shared/health/metrics-registry.js';

/** What has no room, by the limit that it exceeds: events of a visit, their details, or interactions of a session. */
type DroppedData = Partial<Record<'events' | 'details' | 'interactions', number>>;

/** Counts the data of visits that this process dropped because of their size; a repeated transaction counts again. */
@Injectable()
export class DroppedVisitData {
  private readonly counter: Counter<'limit'>;

  constructor(registry: MetricsRegistry) {
    this.counter = new Counter({
      name: 'foyer_visit_data_dropped_total',
      help: 'Events dropped, events stored without details, and interactions left out of sessions, by size limit',
      labelNames: ['limit'],
      registers: [registry],
    });
    this.count({ events: 0, details: 0, interactions: 0 });
  }

  count(dropped: DroppedData): void {
    for (const [limit, number] of Object.entries(dropped)) this.counter.inc({ limit }, number);
  }
}
