import autocannon, { type Result } from 'autocannon';
import type { Row } from '../rows/row.ts';
import type { Seed } from '../seed.ts';
import type { Target } from '../setup/servers.ts';
import { cpuSecondsOf } from './usage.ts';
import { quantile } from './statistics.ts';

export interface Load {
  row: Pick<Row, 'name' | 'requests'>;
  seed: Seed;
  connections: number;
  seconds: number;
}

export interface Round {
  perSecond: number;
  p50: number;
  p99: number;
  /** CPU time of the server's own process per request, in microseconds; other processes hardly affect it. */
  cpuMicros: number;
}

/** Sends as many requests as the target can handle. Any response other than 2xx invalidates the whole run. */
export async function drive(target: Target, { row, seed, connections, seconds }: Load): Promise<Round> {
  const times: number[] = [];
  let connection = 0;
  const cpuBefore = await cpuSecondsOf(target.pid);
  const run = autocannon({
    url: target.url,
    connections,
    duration: seconds,
    sampleInt: 50,
    setupClient: (client) => {
      const requests = row.requests(seed, connection++);
      client.setRequests(
        requests.map((each) => ({ ...each, headers: { ...each.headers, ...target.headers } })),
      );
    },
  });
  run.on('response', (_client, _status, _bytes, milliseconds: number) => times.push(milliseconds));
  const result = await run;
  if (!allWell(result)) throw new Error(`${row.name}: ${await complaint(target, result)}`);
  const { requests, duration } = result;
  times.sort((a, b) => a - b);
  return {
    perSecond: requests.total / duration,
    p50: quantile(times, 0.5),
    p99: quantile(times, 0.99),
    cpuMicros: (((await cpuSecondsOf(target.pid)) - cpuBefore) * 1e6) / requests.total,
  };
}

function allWell({ errors, non2xx, requests }: Result): boolean {
  return errors === 0 && non2xx === 0 && requests.total > 0;
}

async function complaint(target: Target, { errors, statusCodeStats }: Result): Promise<string> {
  const answers = Object.entries(statusCodeStats).map(([status, { count }]) => `${count} times ${status}`);
  return `${target.name} answered ${answers.join(', ') || 'nothing'}, and ${errors} requests failed.
Its log tells of:
${await target.lastWords()}`;
}
