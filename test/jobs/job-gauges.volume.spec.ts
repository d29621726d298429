import { jobGauges, MAX_COUNT } from '../../src/shared/health/job-gauges.js';
import { JobEngine } from '../../src/shared/jobs/job-engine.js';
import { useTestService } from '../support/test-service.js';
import { withClient } from '../support/database/with-client.js';

const { service } = useTestService();

const KIND = 'idempotency.forget';
const OTHER_KIND = 'events.forget';

interface Plan {
  'Shared Hit Blocks': number;
  'Shared Read Blocks': number;
}

interface Figures {
  pages: number;
  rows: Record<string, unknown>[];
}

/** Over a connection of the kind that the gauges use. */
async function look(name: string): Promise<Figures> {
  const { sql } = jobGauges.find((gauge) => gauge.name === name)!;
  const ask = async (text: string) => (await service.app.get(JobEngine).boss.getDb().executeSql(text)).rows;
  const rows = (await ask(sql)) as Record<string, unknown>[];
  const [{ 'QUERY PLAN': explained }] = (await ask(`explain (analyze, buffers, format json) ${sql}`)) as [
    { 'QUERY PLAN': [{ Plan: Plan }] },
  ];
  const [{ Plan: plan }] = explained;
  return { pages: plan['Shared Hit Blocks'] + plan['Shared Read Blocks'], rows };
}

const jobs = (count: number, state: string, kind: string) =>
  `insert into jobs.job (name, state, start_after, data, policy)
   select '${kind}', '${state}', now() - n * interval '1 ms', '{}', 'standard' from generate_series(1, ${count}) n`;

it.each(['completed', 'created', 'failed'])(
  'a look at 200,000 jobs that are %s reads few pages',
  async (state) => {
    const others = [jobs(3, 'failed', OTHER_KIND), jobs(2, 'active', OTHER_KIND)];
    const seeds = ['truncate jobs.job', jobs(200_000, state, KIND), ...others, 'vacuum analyze jobs.job'];
    await withClient(service.databaseUrl, async (client) => {
      for (const seed of seeds) await client.query(seed);
    });
    const [counted, lag] = [await look('foyer_jobs'), await look('foyer_job_lag_seconds')];
    const valueOf = (kind: string, of: string) =>
      Number(counted.rows.find((row) => row.kind === kind && row.state === of)!.value);
    expect(valueOf(KIND, 'queued')).toBe(state === 'created' ? MAX_COUNT : 0);
    expect([valueOf(OTHER_KIND, 'failed'), valueOf(OTHER_KIND, 'active')]).toEqual([3, 2]);
    expect(counted.pages).toBeLessThan(2000);
    expect(lag.pages).toBeLessThan(1000);
    expect(lag.rows).toHaveLength(state === 'created' ? 1 : 0);
  },
);
