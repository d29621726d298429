import type { ClientConfig } from 'pg';
import type { ConstructorOptions } from 'pg-boss';

// Undocumented parts of pg-boss that we use. test/jobs/pg-boss-internals.spec.ts checks each part.

/** pg-boss passes options that it does not know to the driver. */
export const driverOptions = (options: ClientConfig) => options as ConstructorOptions;

/** All jobs: `name` is that of the queue, `data` is what was sent, and no job runs before `start_after`. */
export const jobTableIn = (schema: string): string => `${schema}.job`;

/** For `where`: the job has not started, or is to be retried. */
export const IS_WAITING = `state < 'active'`;

/** For `where`: a worker has the job. */
export const IS_ACTIVE = `state = 'active'`;

/** For `where`: the job was given up. */
export const IS_FAILED = `state = 'failed'`;

/** All queues, by `name`. */
export const queueTableIn = (schema: string): string => `${schema}.queue`;

/** When a worker supervised the queue last. Each worker does so at each supervision interval, if no other has. */
export const LOOKED_AFTER_AT = 'coalesce(monitor_claim_on, created_on)';

/** The table that exists once pg-boss has created its schema. */
export const versionTableIn = (schema: string): string => `${schema}.version`;
