import { PgBoss } from 'pg-boss';
import { JOB_SCHEMA } from '../../src/shared/jobs/job-schema.js';
import { query, until } from './support.js';

const OPTIONS = { schema: JOB_SCHEMA, migrate: false, supervise: false, schedule: false };

interface Job {
  state: string;
  startedAt: Date;
}

/** Puts work into the queue past the service; answers how to wait for the moment at which it was begun. */
export async function sendJob(
  databaseUrl: string,
  kind = 'idempotency.forget',
): Promise<() => Promise<Date>> {
  const boss = new PgBoss({ connectionString: databaseUrl, ...OPTIONS });
  await boss.start();
  const id = await boss.send(kind, {});
  await boss.stop();
  const find = async () => {
    const text = `select state, started_on as "startedAt" from ${JOB_SCHEMA}.job where id = '${id}'`;
    return (await query<Job>(databaseUrl, text))[0]!;
  };
  return async () => {
    await until(async () => (await find()).state === 'completed');
    return (await find()).startedAt;
  };
}
