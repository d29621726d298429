import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Cleanup } from '../setup/cleanup.ts';
import { createBeside } from '../setup/database.ts';
import { drive, type Round } from '../measuring/load.ts';
import { typical } from './measure.ts';
import type { Options } from '../options.ts';
import { listenForPublished, publishTimes, type Published } from '../publish.ts';
import type { Row } from '../rows/row.ts';
import { seed, type Seed } from '../seed.ts';
import { startFoyer, type Surroundings, type Target } from '../setup/servers.ts';
import { median, quantile } from '../measuring/statistics.ts';
import { latency, micros, table } from '../measuring/table.ts';
import { cpuSecondsOf } from '../measuring/usage.ts';

/** Versions of one round. */
const VERSIONS = 100;

/** One build of the service, with a database of its own. */
interface Side {
  target: Target;
  seed: Seed;
  databaseUrl: string;
}

type SideName = 'before' | 'now';

type Pair = Record<SideName, Round>;

/**
 * Compares this build to that of another checkout, such as the one before a change. Both take turns, and the ratio is the
 * median of the rounds' ratios, so that other activity on the machine affects both.
 */
export async function measureAgainst(
  folder: string,
  place: Surroundings,
  options: Options,
  cleanup: Cleanup,
): Promise<string> {
  const before = await startOther(resolve(folder), place, cleanup);
  const now = await started({ ...place, logName: 'now' }, seed, cleanup);
  const rows: string[][] = [HEAD];
  for (const row of options.rows)
    for (const connections of options.connections)
      rows.push(await measured(row, connections, { before, now }, options));
  const tables = rows.length > 1 ? [table(rows)] : [];
  if (options.publish) tables.push(await measurePublishingBoth({ before, now }, options.rounds));
  return [`${options.rounds} rounds of ${options.seconds} s, by turns with ${folder}`, ...tables].join('\n');
}

/** Its own bench seeds it, because its tables may differ. */
async function startOther(folder: string, place: Surroundings, cleanup: Cleanup): Promise<Side> {
  const database = await createBeside(place.databaseUrl);
  cleanup.add(() => database.drop());
  const { seed: seedOther } = (await import(pathToFileURL(join(folder, 'bench/seed.ts')).href)) as {
    seed: typeof seed;
  };
  const main = join(folder, 'dist/main.js');
  return started({ ...place, databaseUrl: database.url, main, logName: 'before' }, seedOther, cleanup);
}

async function started(place: Surroundings, fill: typeof seed, cleanup: Cleanup): Promise<Side> {
  const target = await startFoyer(place);
  cleanup.add(() => target.stop());
  return { target, seed: await fill(place.databaseUrl), databaseUrl: place.databaseUrl };
}

/** An operation that only one of the builds has can't be compared, and does not end the run. */
async function measured(
  row: Row,
  connections: number,
  sides: Record<SideName, Side>,
  options: Options,
): Promise<string[]> {
  try {
    return cells(row, connections, await rounds(row, connections, sides, options));
  } catch (error) {
    return [row.name, String(connections), (error as Error).message.split('\n', 1)[0]!];
  }
}

async function rounds(
  row: Row,
  connections: number,
  sides: Record<SideName, Side>,
  options: Options,
): Promise<Pair[]> {
  const run = ({ target, seed: seeded }: Side, seconds: number) =>
    drive(target, { row, seed: seeded, connections, seconds });
  for (const side of Object.values(sides)) await run(side, options.warmUpSeconds);
  return byTurns(options.rounds, (name) => run(sides[name], options.seconds));
}

async function byTurns<Figures>(
  count: number,
  run: (name: SideName) => Promise<Figures>,
): Promise<Record<SideName, Figures>[]> {
  const pairs: Record<SideName, Figures>[] = [];
  for (let round = 0; round < count; round++) {
    const pair: Partial<Record<SideName, Figures>> = {};
    const names: readonly SideName[] = round % 2 === 0 ? ['before', 'now'] : ['now', 'before'];
    for (const name of names) pair[name] = await run(name);
    pairs.push(pair as Record<SideName, Figures>);
  }
  return pairs;
}

/** The time from the request for a version to its publication, and the processor time of both together. */
async function measurePublishingBoth(sides: Record<SideName, Side>, roundCount: number): Promise<string> {
  const published: Record<SideName, Published> = {
    before: await listenForPublished(sides.before.databaseUrl),
    now: await listenForPublished(sides.now.databaseUrl),
  };
  try {
    const run = async (name: SideName) => {
      const { target, seed: seeded } = sides[name];
      const cpuBefore = await cpuSecondsOf(target.pid);
      const times = await publishTimes(target, seeded, published[name], VERSIONS);
      const cpuMicros = (((await cpuSecondsOf(target.pid)) - cpuBefore) * 1e6) / VERSIONS;
      return { p50: quantile(times, 0.5), cpuMicros };
    };
    await byTurns(1, run);
    const pairs = await byTurns(roundCount, run);
    const of = (name: SideName, figure: 'p50' | 'cpuMicros') =>
      median(pairs.map((pair) => pair[name][figure]));
    const ratio = (figure: 'p50' | 'cpuMicros') =>
      median(pairs.map(({ before, now }) => now[figure] / before[figure])).toFixed(3);
    return table([
      ['from POST to published', 'before', 'now', 'ratio'],
      ['p50 ms', of('before', 'p50').toFixed(1), of('now', 'p50').toFixed(1), ratio('p50')],
      ['CPU µs', of('before', 'cpuMicros').toFixed(0), of('now', 'cpuMicros').toFixed(0), ratio('cpuMicros')],
    ]);
  } finally {
    await Promise.all(Object.values(published).map((each) => each.stop()));
  }
}

const HEAD = [
  ...['operation', 'connections', 'before req/s', 'now req/s', 'ratio'],
  ...['before p50/p99 ms', 'now p50/p99 ms', 'before CPU µs/req', 'now CPU µs/req', 'ratio'],
];

function cells({ name }: Row, connections: number, pairs: readonly Pair[]): string[] {
  const [before, now] = [typical(pairs.map((pair) => pair.before)), typical(pairs.map((pair) => pair.now))];
  const ratio = (figure: keyof Round) =>
    median(pairs.map((pair) => pair.now[figure] / pair.before[figure])).toFixed(3);
  return [
    ...[name, String(connections), before.perSecond.toFixed(0), now.perSecond.toFixed(0), ratio('perSecond')],
    ...[latency(before), latency(now), micros(before), micros(now), ratio('cpuMicros')],
  ];
}
