import type { Queue } from 'pg-boss';
import type { RowsWithRetention } from './old-rows.js';

/** A kind of background work: its name is that of its queue, its data is the input of its handler. */
export interface JobKind<Data extends object = object> {
  readonly name: string;
  /** Cron expression in UTC, for recurring jobs. */
  readonly schedule?: string;
  /** Maximum number of such jobs that one process runs concurrently. */
  readonly atOnce: number;
  readonly queue: Omit<Queue, 'name'>;
  /** The rows that it deletes once they are old. Such a kind has no handler of its own. */
  readonly forgets?: RowsWithRetention;
  /** Only for the compiler: ties the type of the sent data to that of the handled data. */
  readonly data?: Data;
}

/** A job in the queue: its tenant and its data. Scheduled jobs have no tenant. */
export interface JobEnvelope {
  tenantId?: string;
  data?: object;
}

/** Number of tries before a job is given up, unless its kind says otherwise. */
const MAX_TRIES = 6;

// A worker that stops sending heartbeats is given up after 10 s, and its job continues elsewhere.
const QUEUE_DEFAULTS = {
  retryLimit: MAX_TRIES - 1,
  retryDelay: 1,
  retryBackoff: true,
  heartbeatSeconds: 10,
  notify: true,
};

const FOR_A_YEAR = { retryLimit: 1_000_000, retentionSeconds: 365 * 86_400 };

/** For work that must be done eventually, whatever happens: it is retried each minute. */
export const UNTIL_DONE = { ...FOR_A_YEAR, retryDelayMax: 60 };

/**
 * The same for the job that follows a job that was given up: the engine does not pass on the maximum delay, so all
 * delays are equal.
 */
export const AFTER_GIVING_UP = { ...FOR_A_YEAR, retryBackoff: false, retryDelay: 10 };

/** A kind of job. It exists once its module declares it (`jobs` of its `FoyerModule`). */
export function defineJob<Data extends object = Record<string, never>>(
  name: string,
  options: Partial<Pick<JobKind, 'schedule' | 'atOnce' | 'queue' | 'forgets'>> = {},
): JobKind<Data> {
  const { atOnce = 1, queue, ...others } = options;
  return { name, ...others, atOnce, queue: { ...QUEUE_DEFAULTS, ...queue } };
}
