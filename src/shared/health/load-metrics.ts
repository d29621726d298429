import { Counter, Gauge, type Registry } from 'prom-client';
import type { ApiKeyCache } from '../auth/keys/api-key-cache.js';
import type { RateLimits } from '../auth/rate-limits.js';
import type { RequestTurns } from '../auth/request-turns.js';
import type { ConnectionShares } from '../database/transactions/connection-shares.js';
import type { UnitOfWork } from '../database/transactions/unit-of-work.js';

/** The components of this process that count their own load. */
interface LoadSources {
  connections: ConnectionShares;
  unitOfWork: UnitOfWork;
  limits: RateLimits;
  turns: RequestTurns;
  keys: ApiKeyCache;
}

/** The amount of work, the queues, and the rejected requests. */
export function registerLoadMetrics(
  registry: Registry,
  { connections, unitOfWork, limits, turns, keys }: LoadSources,
): void {
  const registers = [registry];
  new Gauge({
    name: 'foyer_database_work',
    help: 'Work that uses a connection or waits for one, by kind',
    labelNames: ['kind', 'state'],
    registers,
    collect() {
      for (const [kind, { atWork, waiting }] of Object.entries(connections.queues)) {
        this.set({ kind, state: 'running' }, atWork);
        this.set({ kind, state: 'waiting' }, waiting);
      }
    },
  });
  new Gauge({
    name: 'foyer_request_turns',
    help: 'Requests that are at work, or wait for others of their tenant or visitor',
    labelNames: ['state'],
    registers,
    collect() {
      this.set({ state: 'running' }, turns.atWork);
      this.set({ state: 'waiting' }, turns.waiting);
    },
  });
  new Gauge({
    name: 'foyer_lock_waiters',
    help: 'Units of work that wait for a lock held by another one in this process',
    registers,
    collect() {
      this.set(unitOfWork.lockWaiters);
    },
  });
  count(
    registry,
    'foyer_requests_refused_total',
    'Requests over a rate limit, by kind of limit',
    'limit',
    () => limits.refused,
  );
  count(registry, 'foyer_key_cache_total', 'Lookups of API keys, by result', 'result', () => keys.results);
}

function count(
  registry: Registry,
  name: string,
  help: string,
  label: string,
  read: () => Record<string, number>,
): void {
  new Counter({
    name,
    help,
    labelNames: [label],
    registers: [registry],
    collect() {
      this.reset();
      for (const [value, counted] of Object.entries(read())) this.inc({ [label]: value }, counted);
    },
  });
}
