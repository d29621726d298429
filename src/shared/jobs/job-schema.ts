import { PgBoss } from 'pg-boss';
import { sessionOptions } from '../database/driver/connection-options.js';
import {
  driverOptions,
  IS_ACTIVE,
  IS_FAILED,
  IS_WAITING,
  jobTableIn,
  queueTableIn,
  versionTableIn,
} from '../libraries/pg-boss-internals.js';

export const JOB_SCHEMA = 'jobs';

/** The table that exists once the job engine has created its own tables. */
export const JOB_SCHEMA_MADE = versionTableIn(JOB_SCHEMA);

export const JOB_TABLE = jobTableIn(JOB_SCHEMA);

export const QUEUE_TABLE = queueTableIn(JOB_SCHEMA);

/** Indexes of ours, by name. Without them, the gauges would read all jobs, most of which are completed. */
const GAUGE_INDEXES = {
  foyer_job_waiting: `(name, start_after) where ${IS_WAITING}`,
  foyer_job_active: `(name, start_after) where ${IS_ACTIVE}`,
  foyer_job_failed: `(name, start_after) where ${IS_FAILED}`,
};

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
  try {
    await boss.start();
    for (const [name, columns] of Object.entries(GAUGE_INDEXES)) await ensureIndex(boss, name, columns);
  } finally {
    await boss.stop({ graceful: false });
  }
}

/** `if not exists` alone would lock the table each time. */
async function ensureIndex(boss: PgBoss, name: string, columns: string): Promise<void> {
  const found = await boss
    .getDb()
    .executeSql(`select from pg_class where oid = to_regclass('${JOB_SCHEMA}.${name}')`);
  if (found.rows.length === 0)
    await boss.getDb().executeSql(`create index ${name} on ${JOB_TABLE} ${columns}`);
}
