import type { Queue } from 'pg-boss';
import type { RowsWithRetention } from './old-rows.js';

/** A kind of background work: its name is its queue, its data what a handler is given. */
export interface JobKind<Data extends object = object> {
  readonly name: string;
  /** Cron expression in UTC, for work that comes round by itself. */
  readonly schedule?: string;
  /** How many of them one process does side by side. */
  readonly atOnce: number;
  readonly queue: Omit<Queue, 'name'>;
  /** The rows that it deletes once they are old. Such a kind has no handler of its own. */
  readonly forgets?: RowsWithRetention;
  /** Only for the compiler: ties the data that is sent to the data that is handled. */
  readonly data?: Data;
}

/** What lies in the queue: for whom, and with what. Scheduled work is for no tenant. */
export interface JobEnvelope {
  tenantId?: string;
  data?: object;
}

/** How often a job is tried before it is given up, where its kind does not say otherwise. */
const MAX_TRIES = 6;

// A worker that stops sending heartbeats is given up after 10 s, and its job goes on elsewhere.
const QUEUE_DEFAULTS = {
  retryLimit: MAX_TRIES - 1,
  retryDelay: 1,
  retryBackoff: true,
  heartbeatSeconds: 10,
  notify: true,
};

const FOR_A_YEAR = { retryLimit: 1_000_000, retentionSeconds: 365 * 86_400 };

/** For work that must be done some day, whatever goes on meanwhile: it is tried again each minute. */
export const UNTIL_DONE = { ...FOR_A_YEAR, retryDelayMax: 60 };

/** The same for the job that follows on one given up: the engine does not hand on its longest pause, so all are alike. */
export const AFTER_GIVING_UP = { ...FOR_A_YEAR, retryBackoff: false, retryDelay: 10 };

/** A kind of job. It exists once its module states it (`jobs` of its `FoyerModule`). */
export function defineJob<Data extends object = Record<string, never>>(
  name: string,
  options: Partial<Pick<JobKind, 'schedule' | 'atOnce' | 'queue' | 'forgets'>> = {},
): JobKind<Data> {
  const { atOnce = 1, queue, ...others } = options;
  return { name, ...others, atOnce, queue: { ...QUEUE_DEFAULTS, ...queue } };
}
