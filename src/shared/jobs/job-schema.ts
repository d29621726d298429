import { PgBoss, type ConstructorOptions } from 'pg-boss';

import { connectionOptions } from '../database/driver/connection-options.js';

export const JOB_SCHEMA = 'jobs';

/** The table that is there once the job engine has made its own. */
export const JOB_SCHEMA_MADE = `${JOB_SCHEMA}.version`;

/** pg-boss hands on to the driver what it does not know itself. */
export const jobConnection = (url: string) => connectionOptions(url) as ConstructorOptions;

export async function migrateJobs(url: string, applicationName: string): Promise<void> {
  const boss = new PgBoss({
    ...jobConnection(url),
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
