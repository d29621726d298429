import { Worker } from 'node:worker_threads';
import { setTimeout as pause } from 'node:timers/promises';
import { newUuid } from '../setup/built.ts';
import type { Cleanup } from '../setup/cleanup.ts';
import type { Options } from '../options.ts';
import { post } from '../setup/posts.ts';
import { startFoyer, type Surroundings, type Target } from '../setup/servers.ts';
import { median, quantile } from '../measuring/statistics.ts';
import { table } from '../measuring/table.ts';
import type { Heard, Listeners } from './listeners.ts';

const STREAMS_OF_A_KEY = 20;
const SINGLES = 50;
const BETWEEN_SINGLES_MS = 100;
const WRITERS = 16;

/** Measures the time from an event to its arrival at many streams, and what streams cost writers. */
export async function measureStreams(
  place: Surroundings,
  { rounds, seconds, listeners }: Options,
  cleanup: Cleanup,
): Promise<string> {
  const foyer = await startFoyer({ ...place, env: { ROLE: 'api' } });
  cleanup.add(() => foyer.stop());
  const keys: string[] = [];
  for (let count = 0; count < Math.ceil(listeners / STREAMS_OF_A_KEY); count++)
    keys.push((await post(foyer, '/v0/api_keys', { name: `${count}`, scopes: ['events:read'] })).secret!);
  const count = keys.length * STREAMS_OF_A_KEY;
  await written(foyer, seconds);
  const arrivals = await arrivalsAt(foyer, keys, cleanup);
  const rates = await ratesOfWriters(foyer, keys, rounds, seconds, cleanup);
  const [none, idle] = [median(rates.none), median(rates.idle)];
  return [
    `one event to its arrival at ${count} streams: p50 ${median(arrivals).toFixed(0)} ms, ` +
      `p99 ${quantile(
        arrivals.toSorted((a, b) => a - b),
        0.99,
      ).toFixed(0)} ms`,
    table([
      ['persons that are posted', 'per second', 'ratio'],
      ['without streams', none.toFixed(0), '1.00'],
      [`beside ${count} streams of another kind of event`, idle.toFixed(0), (idle / none).toFixed(2)],
    ]),
  ].join('\n');
}

/** Of each of some events, at each stream. */
async function arrivalsAt(foyer: Target, keys: readonly string[], cleanup: Cleanup): Promise<number[]> {
  const arrivals: number[] = [];
  const streams = await openStreams({ url: foyer.url, keys, query: 'type=person.created' }, cleanup, (ms) =>
    arrivals.push(ms),
  );
  const wanted = keys.length * STREAMS_OF_A_KEY;
  for (let single = 1; single <= SINGLES; single++) {
    await post(foyer, '/v0/persons', { name: `Told ${newUuid()}` });
    while (arrivals.length < single * wanted) await pause(5);
    await pause(BETWEEN_SINGLES_MS);
  }
  await streams.terminate();
  return arrivals;
}

async function ratesOfWriters(
  foyer: Target,
  keys: readonly string[],
  rounds: number,
  seconds: number,
  cleanup: Cleanup,
): Promise<Record<'none' | 'idle', number[]>> {
  const rates = { none: [] as number[], idle: [] as number[] };
  const withNone = async () => rates.none.push(await written(foyer, seconds));
  const withStreams = async () => {
    const streams = await openStreams({ url: foyer.url, keys, query: 'type=topic.created' }, cleanup);
    rates.idle.push(await written(foyer, seconds));
    await streams.terminate();
  };
  for (let round = 0; round < rounds; round++)
    for (const turn of round % 2 === 0 ? [withNone, withStreams] : [withStreams, withNone]) await turn();
  return rates;
}

async function written(foyer: Target, seconds: number): Promise<number> {
  const end = performance.now() + seconds * 1000;
  let count = 0;
  const writeOn = async () => {
    for (; performance.now() < end; count++) await post(foyer, '/v0/persons', { name: `Told ${newUuid()}` });
  };
  await Promise.all(Array.from({ length: WRITERS }, writeOn));
  return count / seconds;
}

/** Resolves once all streams are open. */
async function openStreams(
  workerData: Listeners,
  cleanup: Cleanup,
  onArrival: (ms: number) => void = () => undefined,
): Promise<Worker> {
  const worker = new Worker(new URL('listeners.ts', import.meta.url), { workerData });
  cleanup.add(async () => void (await worker.terminate()));
  await new Promise<void>((resolve, reject) => {
    worker.on('error', reject);
    worker.on('message', (heard: Heard) => ('isOpen' in heard ? resolve() : onArrival(heard.ms)));
  });
  return worker;
}
