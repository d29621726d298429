import { PgBoss } from 'pg-boss';
import { sessionOptions } from '../database/driver/connection-options.js';
import { driverOptions, jobTableIn, queueTableIn, versionTableIn } from '../libraries/pg-boss-internals.js';

export const JOB_SCHEMA = 'jobs';

/** The table that exists once the job engine has created its own tables. */
export const JOB_SCHEMA_MADE = versionTableIn(JOB_SCHEMA);

export const JOB_TABLE = jobTableIn(JOB_SCHEMA);

export const QUEUE_TABLE = queueTableIn(JOB_SCHEMA);

export async function migrateJobs(url: string, applicationName: string): Promise<void> {
  const boss = new PgBoss({
    ...driverOptions(sessionOptions(url)),
    application_name: applicationName,
    schema: JOB_SCHEMA,
    max: 2,
    supervise: false,
    schedule: false,
  });
  boss.on('error', () => undefined); // start() rejects with the same error
  await boss.start();
  await boss.stop({ graceful: false });
}
