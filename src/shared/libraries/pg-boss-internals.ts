import type { ClientConfig } from 'pg';
import type { ConstructorOptions } from 'pg-boss';

// What we use of pg-boss besides its documented interface. test/jobs/pg-boss-internals.spec.ts checks each part.

/** pg-boss hands on to the driver what it does not know itself. */
export const driverOptions = (options: ClientConfig) => options as ConstructorOptions;

/** All jobs: `name` is that of the queue, `data` is what was sent, and none is done before `start_after`. */
export const jobTableIn = (schema: string): string => `${schema}.job`;

/** For `where`: the job has not been begun, or is to be tried again. */
export const IS_WAITING = `state < 'active'`;

/** The table that is there once pg-boss has made its schema. */
export const versionTableIn = (schema: string): string => `${schema}.version`;
