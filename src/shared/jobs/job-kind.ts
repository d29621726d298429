import type { Queue } from 'pg-boss';
import { DEFAULT_TRIES } from './job-tries.js';
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

/** A kind of job. It exists once its module declares it (`jobs` of its `FoyerModule`). */
export function defineJob<Data extends object = Record<string, never>>(
  name: string,
  options: Partial<Pick<JobKind, 'schedule' | 'atOnce' | 'queue' | 'forgets'>> = {},
): JobKind<Data> {
  const { atOnce = 1, queue, ...others } = options;
  return { name, ...others, atOnce, queue: { notify: true, ...DEFAULT_TRIES, ...queue } };
}
