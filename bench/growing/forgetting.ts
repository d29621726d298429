import { PgBoss } from 'pg-boss';
import { Client } from 'pg';
import type { Cleanup } from '../setup/cleanup.ts';
import { drive, type Round } from '../measuring/load.ts';
import type { Options } from '../options.ts';
import { postPerson } from '../rows/post-person.ts';
import type { Seed } from '../seed.ts';
import { startFoyer, type Surroundings } from '../setup/servers.ts';
import { median } from '../measuring/statistics.ts';
import { idAt } from './rows.ts';

const MEGABYTE = 1_048_576;
const WRITERS = 4;

/** Old enough to be deleted: spread over the week before the last 45 days. */
const OLD = `now() - interval '45 days' - n % 604800 * interval '1 second'`;

const FILL = `
  insert into event (tenant_id, id, type, resource, payload, created_at)
  select tenant.id, ${idAt('moment')}, 'person.updated', 'person_' || n % 100000,
    json_build_object('type', 'person.updated', 'personId', 'person_' || n), moment
  from tenant, lateral (select n, ${OLD} as moment from generate_series(1, $1::int) n) made`;

/** Measures the cost of deleting many events, and its effect on concurrent writers. */
export async function measureForgetting(
  place: Surroundings,
  { most, seconds, rounds }: Options,
  cleanup: Cleanup,
): Promise<string> {
  const foyer = await startFoyer(place);
  cleanup.add(() => foyer.stop());
  const client = new Client({ connectionString: place.databaseUrl });
  await client.connect();
  cleanup.add(() => client.end());
  await client.query(
    `select ensure_week('{event}', at) from generate_series(now() - interval '53 days', now(), '7 days') at`,
  );
  await client.query(FILL, [most]);
  await client.query('vacuum analyze');
  await client.query('checkpoint');

  const write = () => drive(foyer, { row: postPerson, seed: {} as Seed, connections: WRITERS, seconds });
  await write();
  const quiet: Round[] = [];
  for (let round = 0; round < rounds; round++) quiet.push(await write());
  const before = await sizeOf(client);
  const job = forget(client, place.databaseUrl);
  const meanwhile: Round[] = [];
  while (meanwhile.length === 0 || !job.isDone) meanwhile.push(await write());
  const after = await sizeOf(client);
  const { count } = (
    await client.query<{ count: string }>(
      `select count(*) from event where created_at < now() - interval '40 days'`,
    )
  ).rows[0]!;
  const p99s = (measured: Round[]) => measured.map(({ p99 }) => p99);
  return [
    `${most} events deleted in ${(await job.took).toFixed(1)} s (${count} left); ${before.toFixed(0)} MB on disk before, ${after.toFixed(0)} MB after`,
    `p99 of ${postPerson.name} by ${WRITERS}: ${median(p99s(quiet)).toFixed(1)} ms before, ${median(p99s(meanwhile)).toFixed(1)} ms during it (worst round ${Math.max(...p99s(meanwhile)).toFixed(1)} ms of ${meanwhile.length})`,
  ].join('\n');
}

async function sizeOf(client: Client): Promise<number> {
  const { rows } = await client.query<{ bytes: string }>(
    `select sum(pg_total_relation_size(oid)) as bytes from pg_class where relkind = 'r' and relname ~ '^event'`,
  );
  return Number(rows[0]!.bytes) / MEGABYTE;
}

/** Runs the job now, and measures its duration. */
function forget(client: Client, databaseUrl: string): { isDone: boolean; took: Promise<number> } {
  const job = { isDone: false, took: run() };
  return job;

  async function run(): Promise<number> {
    const boss = new PgBoss({
      connectionString: databaseUrl,
      schema: 'jobs',
      migrate: false,
      supervise: false,
      schedule: false,
    });
    await boss.start();
    const id = await boss.send('events.forget', {});
    await boss.stop();
    for (;;) {
      const { rows } = await client.query<{ state: string; seconds: number }>(
        `select state, extract(epoch from completed_on - started_on)::float8 as seconds from jobs.job where id = $1`,
        [id],
      );
      const { state, seconds } = rows[0]!;
      if (state === 'failed') throw new Error('The job has failed.');
      if (state === 'completed') {
        job.isDone = true;
        return seconds;
      }
      await new Promise((done) => setTimeout(done, 100));
    }
  }
}
