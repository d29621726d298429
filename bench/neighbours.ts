import { createHash, randomBytes } from 'node:crypto';
import autocannon, { type Request, type Result } from 'autocannon';
import { Client } from 'pg';
import { newUuid } from './built.ts';
import type { Cleanup } from './cleanup.ts';
import { PAGE, post } from './posts.ts';
import { startFoyer, type Surroundings, type Target } from './servers.ts';
import { median, quantile } from './statistics.ts';
import { table } from './table.ts';

const NEIGHBOURS = 4;
const JSON_TYPE = { 'content-type': 'application/json' };

interface Hogs {
  name: string;
  count: number;
  request: Request;
}

export interface Measured {
  p50: number;
  p99: number;
  failed: number;
}

/** Measures how one tenant's floods slow down another tenant's reads. Quiet and flooded rounds take turns. */
export async function measureNeighbours(
  place: Surroundings,
  { rounds, seconds }: { rounds: number; seconds: number },
  cleanup: Cleanup,
): Promise<string> {
  const foyer = await startFoyer(place);
  cleanup.add(() => foyer.stop());
  const neighbour = { ...foyer, headers: { 'x-api-key': await newTenant(place.databaseUrl) } };
  const { topicId } = await post(neighbour, '/v0/topics', { title: 'Read by the neighbour' });
  const path = `/v0/topics/${topicId}`;
  await read(neighbour, path, seconds);
  const rows = [['floods', 'quiet p50 ms', 'p50 ms', 'ratio', 'p99 ms', 'failed', 'responses to floods']];
  for (const hogs of await hogsOf(foyer)) {
    const quiet: Measured[] = [];
    const flooded: Measured[] = [];
    const answers: string[] = [];
    for (let round = 0; round < rounds; round++) {
      quiet.push(await read(neighbour, path, seconds));
      const [measured, result] = await Promise.all([
        read(neighbour, path, seconds),
        autocannon({ url: foyer.url, connections: hogs.count, duration: seconds, ...asked(hogs.request) }),
      ]);
      flooded.push(measured);
      answers.push(answersIn(result));
    }
    rows.push(rowOf(hogs, quiet, flooded, answers.at(-1)!));
  }
  return table(rows);
}

async function hogsOf(foyer: Target): Promise<Hogs[]> {
  const { pageId } = await post(foyer, '/v0/pages', PAGE);
  const { audienceId } = await post(foyer, `/v0/pages/${pageId}/audiences`, {});
  const audience = `/v0/pages/${pageId}/audiences/${audienceId}`;
  const headers = { ...foyer.headers, ...JSON_TYPE };
  const change = { method: 'PATCH', path: audience, headers, body: '{"supplementaryContext":"x"}' };
  const create = { method: 'POST', path: '/v0/topics', headers, body: '{"title":"x"}' };
  const list = { method: 'GET', path: '/v0/topics?limit=100', headers };
  const unknown = {
    method: 'GET',
    path: '/v0/topics',
    setupRequest: (request: Request) => ({
      ...request,
      headers: { 'x-api-key': randomBytes(16).toString('hex') },
    }),
  };
  return [
    { name: '200 × PATCH of one audience', count: 200, request: change },
    { name: '200 × POST topic', count: 200, request: create },
    { name: '200 × GET topics', count: 200, request: list },
    { name: '100 × unknown key', count: 100, request: unknown },
  ];
}

/** Times of reads by a few connections, and how many failed. */
export async function read({ url, headers }: Target, path: string, seconds: number): Promise<Measured> {
  const times: number[] = [];
  const run = autocannon({
    url,
    connections: NEIGHBOURS,
    duration: seconds,
    ...asked({ method: 'GET', path, headers }),
  });
  run.on('response', (_client, _status, _bytes, milliseconds: number) => times.push(milliseconds));
  const { errors, non2xx } = await run;
  times.sort((a, b) => a - b);
  return { p50: quantile(times, 0.5), p99: quantile(times, 0.99), failed: errors + non2xx };
}

export function asked(request: Request) {
  return {
    sampleInt: 50,
    setupClient: (client: { setRequests(requests: Request[]): void }) => client.setRequests([request]),
  };
}

export function answersIn({ errors, statusCodeStats }: Result): string {
  const counts = Object.entries(statusCodeStats).map(([status, { count }]) => `${count} × ${status}`);
  return [...counts, ...(errors > 0 ? [`${errors} errors`] : [])].join(', ');
}

function rowOf({ name }: Hogs, quiet: Measured[], flooded: Measured[], answers: string): string[] {
  const before = median(quiet.map(({ p50 }) => p50));
  const after = median(flooded.map(({ p50 }) => p50));
  const failed = [...quiet, ...flooded].reduce((sum, round) => sum + round.failed, 0);
  const p99 = median(flooded.map((round) => round.p99));
  const figures = [before, after, after / before, p99].map((each) => each.toFixed(1));
  return [name, ...figures, String(failed), answers];
}

/** Returns a key of the new tenant. */
export async function newTenant(url: string): Promise<string> {
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
