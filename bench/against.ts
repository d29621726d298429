import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Cleanup } from './cleanup.ts';
import { createBeside } from './database.ts';
import { drive, type Round } from './load.ts';
import { typical } from './measure.ts';
import type { Options } from './options.ts';
import type { Row } from './row.ts';
import { seed, type Seed } from './seed.ts';
import { startFoyer, type Surroundings, type Target } from './servers.ts';
import { median } from './statistics.ts';
import { latency, micros, table } from './table.ts';

/** One build of the service, with a database of its own. */
interface Side {
  target: Target;
  seed: Seed;
}

interface Pair {
  before: Round;
  now: Round;
}

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
      rows.push(cells(row, connections, await rounds(row, connections, { before, now }, options)));
  return `${options.rounds} rounds of ${options.seconds} s, by turns with ${folder}\n${table(rows)}`;
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
  return { target, seed: await fill(place.databaseUrl) };
}

async function rounds(
  row: Row,
  connections: number,
  sides: { before: Side; now: Side },
  options: Options,
): Promise<Pair[]> {
  const run = ({ target, seed: seeded }: Side, seconds: number) =>
    drive(target, { row, seed: seeded, connections, seconds });
  for (const side of Object.values(sides)) await run(side, options.warmUpSeconds);
  const pairs: Pair[] = [];
  for (let round = 0; round < options.rounds; round++) {
    const pair: Partial<Pair> = {};
    const names = round % 2 === 0 ? (['before', 'now'] as const) : (['now', 'before'] as const);
    for (const name of names) pair[name] = await run(sides[name], options.seconds);
    pairs.push(pair as Pair);
  }
  return pairs;
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
