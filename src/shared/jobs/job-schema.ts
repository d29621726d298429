import { PgBoss } from 'pg-boss';

export const JOB_SCHEMA = 'jobs';

/** The table that is there once the job engine has made its own. */
export const JOB_SCHEMA_MADE = `${JOB_SCHEMA}.version`;

export async function migrateJobs(url: string): Promise<void> {
  const boss = new PgBoss({
    connectionString: url,
    schema: JOB_SCHEMA,
    max: 2,
    supervise: false,
    schedule: false,
  });
  boss.on('error', () => undefined); // start() rejects with the same error
  await boss.start();
  await boss.stop({ graceful: false });
}
