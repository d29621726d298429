import type { Cleanup } from '../setup/cleanup.ts';
import { createBeside } from '../setup/database.ts';
import type { Options } from '../options.ts';
import { startFoyer, type Surroundings, type Target } from '../setup/servers.ts';
import { median } from '../measuring/statistics.ts';
import { table } from '../measuring/table.ts';
import { addSamples } from './samples.ts';
import { findScreens, nextPageIn, type FoundScreen } from './screens.ts';
import { ConsoleVisitor } from './visitor.ts';
import { fillConsole } from './volume.ts';

const MOST_PERSONS = 1_000_000;
/** Number of visits to a screen per round, on each side. */
const TIMES = 5;
const GOAL = 2;
const GOAL_KIB = 100;

/** A screen beside the samples, and the same one beside many records. */
interface Pair {
  name: string;
  small: string;
  large: string;
}

/** Compares the screens of the console with the samples and with many records, side by side on one server. */
export async function measureConsole(
  place: Surroundings,
  { rounds, most }: Options,
  cleanup: Cleanup,
): Promise<string> {
  const persons = Math.min(MOST_PERSONS, most);
  const small = await createBeside(place.databaseUrl);
  cleanup.add(() => small.drop());
  await addSamples({ ...place, databaseUrl: small.url });
  const large = await createBeside(place.databaseUrl, small.url);
  cleanup.add(() => large.drop());
  const begun = performance.now();
  await fillConsole(large.url, persons);
  process.stderr.write(`${persons} persons in ${((performance.now() - begun) / 1000).toFixed(0)} s\n`);
  const sides = [
    await visitorOf(
      await startConsole({ ...place, databaseUrl: small.url, logName: 'foyer-small' }, cleanup),
    ),
    await visitorOf(
      await startConsole({ ...place, databaseUrl: large.url, logName: 'foyer-large' }, cleanup),
    ),
  ] as const;
  const { screens, missing } = await findScreens(sides[0]);
  const lines: string[][] = [];
  for (const pair of await pairsOf(screens, sides[1])) {
    const line = await compare(pair, sides, rounds);
    lines.push(line);
    process.stderr.write(`${line.join('  ')}\n`);
  }
  const head = ['p50 in ms', 'samples', `${persons} persons`, 'ratio', 'KiB', 'goals'];
  const told = missing.length === 0 ? '' : `\nNo link leads to ${missing.join(', ')}.`;
  return table([head, ...lines]) + told;
}

async function startConsole(place: Surroundings, cleanup: Cleanup): Promise<Target> {
  const foyer = await startFoyer({
    ...place,
    // Work that nobody asked for would disturb the measurement.
    env: { ROLE: 'api', CONSOLE_PORT: '0' },
  });
  cleanup.add(() => foyer.stop());
  return foyer;
}

const visitorOf = (foyer: Target) => ConsoleVisitor.signIn(foyer);

/** With the next page of each long list, which is compared to the first page of the short one. */
async function pairsOf(screens: readonly FoundScreen[], large: ConsoleVisitor): Promise<Pair[]> {
  const pairs: Pair[] = [];
  for (const { name, path } of screens) {
    pairs.push({ name, small: path, large: path });
    const answer = await large.open(path);
    const next = answer && nextPageIn(answer.html);
    if (next) pairs.push({ name: `${name}, page 2`, small: path, large: next });
  }
  return pairs;
}

async function compare(
  { name, ...paths }: Pair,
  [small, large]: readonly [ConsoleVisitor, ConsoleVisitor],
  rounds: number,
): Promise<string[]> {
  const times = { small: [] as number[], large: [] as number[] };
  let bytes = 0;
  // The first round warms up.
  for (let visit = -TIMES; visit < rounds * TIMES; visit++) {
    const [few, many] = [await small.open(paths.small), await large.open(paths.large)];
    if (!few || !many) throw new Error(`${paths.large} shows no screen.`);
    bytes = Math.max(bytes, Buffer.byteLength(few.html), Buffer.byteLength(many.html));
    if (visit < 0) continue;
    times.small.push(few.ms);
    times.large.push(many.ms);
  }
  const [few, many] = [median(times.small), median(times.large)];
  const kib = bytes / 1024;
  const missed = [...(many / few > GOAL ? ['time'] : []), ...(kib > GOAL_KIB ? ['bytes'] : [])];
  return [
    name,
    ...[few, many].map((each) => each.toFixed(1)),
    ...[(many / few).toFixed(2), kib.toFixed(1), missed.join(', ') || 'met'],
  ];
}
