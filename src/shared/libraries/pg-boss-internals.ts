import type { ClientConfig } from 'pg';
import type { ConstructorOptions } from 'pg-boss';

// Undocumented parts of pg-boss that we use. test/jobs/pg-boss-internals.spec.ts checks each part.

/** pg-boss passes options that it does not know to the driver. */
export const driverOptions = (options: ClientConfig) => options as ConstructorOptions;

/** All jobs: `name` is that of the queue, `data` is what was sent, and no job runs before `start_after`. */
export const jobTableIn = (schema: string): string => `${schema}.job`;

/** For `where`: the job has not started, or is to be retried. */
export const IS_WAITING = `state < 'active'`;

/** The table that exists once pg-boss has created its schema. */
export const versionTableIn = (schema: string): string => `${schema}.version`;
