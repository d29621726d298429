import { createHash, randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import autocannon, { type Client as Connection } from 'autocannon';
import { Client } from 'pg';
import { newUuid } from '../setup/built.ts';
import type { Cleanup } from '../setup/cleanup.ts';
import { post } from '../setup/posts.ts';
import { startFoyer, type Surroundings, type Target } from '../setup/servers.ts';
import { median, quantile } from '../measuring/statistics.ts';
import { table } from '../measuring/table.ts';
import { cpuSecondsOf, memoryOf } from '../measuring/usage.ts';
import type { Flood } from './flood.ts';

/** Connections of the tenant whose reads are measured. */
const READERS = 4;

/** By which a flood outlasts the reads that are measured. */
const MARGIN_SECONDS = 1;

interface Round {
  p50: number;
  p99: number;
  megabytes: number;
  /** Processor time of the service, in milliseconds per second. */
  cpu: number;
  failed: number;
}

export interface FloodOptions {
  rounds: number;
  seconds: number;
}

const FIGURES = ['p50', 'p99', 'megabytes', 'cpu'] as const;

/** Measures the reads of another tenant during each of these floods. Quiet and flooded rounds take turns. */
export async function readUnderFloods(
  place: Surroundings,
  floodsOf: (foyer: Target, databaseUrl: string) => Promise<Flood[]>,
  { rounds, seconds }: FloodOptions,
  cleanup: Cleanup,
): Promise<string> {
  const { databaseUrl } = place;
  const foyer = await startFoyer(place);
  cleanup.add(() => foyer.stop());
  const floods = await floodsOf(foyer, databaseUrl);
  const reader = { ...foyer, headers: { 'x-api-key': await newTenant(databaseUrl) } };
  const { topicId } = await post(reader, '/v0/topics', { title: 'Read by the neighbour' });
  const read = () => measureReads(reader, `/v0/topics/${topicId}`, seconds);
  await read();
  const head = FIGURES.flatMap((figure) => [figure, 'ratio']);
  const rows = [['flood', ...head, 'failed', 'responses to the flood']];
  for (const flood of floods) {
    const quiet: Round[] = [];
    const flooded: Round[] = [];
    const answers: string[] = [];
    for (let round = 0; round < rounds; round++) {
      quiet.push(await read());
      const running = await start(flood, seconds + MARGIN_SECONDS);
      flooded.push(await read());
      answers.push(await running.answers);
    }
    rows.push(rowOf(flood.name, quiet, flooded, answers[0]!));
  }
  return table(rows);
}

async function measureReads(reader: Target, path: string, seconds: number): Promise<Round> {
  const { url, headers, pid } = reader;
  const times: number[] = [];
  const cpuBefore = await cpuSecondsOf(pid);
  const reads = autocannon({
    ...{ url, connections: READERS, duration: seconds, sampleInt: 50 },
    setupClient: (client: Connection) => client.setRequests([{ method: 'GET', path, headers }]),
  });
  reads.on('response', (_client, _status, _bytes, milliseconds: number) => times.push(milliseconds));
  const { errors, non2xx } = await reads;
  const cpu = (1000 * ((await cpuSecondsOf(pid)) - cpuBefore)) / seconds;
  times.sort((a, b) => a - b);
  return {
    ...{ p50: quantile(times, 0.5), p99: quantile(times, 0.99) },
    ...{ megabytes: await memoryOf(pid), cpu, failed: errors + non2xx },
  };
}

/** In a thread of its own: otherwise it would delay the reads that are measured. */
async function start(flood: Flood, seconds: number): Promise<{ answers: Promise<string> }> {
  const worker = new Worker(new URL('./flood.ts', import.meta.url), { workerData: { ...flood, seconds } });
  await once(worker, 'message');
  return { answers: once(worker, 'message').then(([answers]) => answers as string) };
}

function rowOf(name: string, quiet: Round[], flooded: Round[], answers: string): string[] {
  const figures = FIGURES.flatMap((figure) => {
    const [before, after] = [quiet, flooded].map((rounds) => median(rounds.map((round) => round[figure])));
    return [`${before!.toFixed(1)} → ${after!.toFixed(1)}`, (after! / before!).toFixed(1)];
  });
  const failed = [...quiet, ...flooded].reduce((sum, round) => sum + round.failed, 0);
  return [name, ...figures, String(failed), answers];
}

/** Returns a key of the new tenant. */
async function newTenant(url: string): Promise<string> {
  const key = randomBytes(16).toString('hex');
  const client = new Client({ connectionString: url });
  await client.connect();
  const tenantId = newUuid();
  await client.query(`insert into tenant (id, name, created_at) values ($1, 'neighbour', now())`, [tenantId]);
  await client.query(
    `insert into api_key (id, tenant_id, origin, hash, scopes, created_at) values ($1, $2, 'cli', $3, '{*}', now())`,
    [newUuid(), tenantId, createHash('sha256').update(key).digest()],
  );
  await client.end();
  return key;
}
