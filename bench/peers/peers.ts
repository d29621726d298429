import type { Cleanup } from '../setup/cleanup.ts';
import { drive, type Load, type Round } from '../measuring/load.ts';
import { typical } from '../comparing/measure.ts';
import type { Options } from '../options.ts';
import { seed, type Seed } from '../seed.ts';
import { startFoyer, startLimit, type Surroundings } from '../setup/servers.ts';
import { latency, micros, table } from '../measuring/table.ts';
import { memoryOf } from '../measuring/usage.ts';
import { startDirectus } from './directus.ts';
import { foyerSide } from './foyer.ts';
import { OPERATIONS, type Operation } from './operations.ts';
import { assertRightAnswers } from './self-check.ts';
import type { Side } from './side.ts';
import { startStrapi } from './strapi.ts';

/** Measures the same three operations on the limit, Foyer, and other services that store records behind an API. */
export async function measurePeers(place: Surroundings, options: Options, cleanup: Cleanup): Promise<string> {
  const foyer = await startFoyer(place);
  cleanup.add(() => foyer.stop());
  const seeded = await seed(place.databaseUrl);
  const limit = await startLimit(place, seeded.tenantId);
  cleanup.add(() => limit.stop());
  const directus = await startDirectus(place, cleanup);
  const strapi = await startStrapi(place, cleanup);
  const sides = [foyerSide(limit, seeded), foyerSide(foyer, seeded), ...directus, strapi];
  await assertRightAnswers(sides);
  const lines: string[][] = [];
  for (const operation of OPERATIONS)
    lines.push(...linesOf(operation, await race(operation, sides, seeded, options)));
  const memory = await Promise.all(sides.map(async ({ target }) => (await memoryOf(target.pid)).toFixed(0)));
  return table([['', ...sides.map(({ target }) => target.name)], ...lines, ['RSS MB', ...memory]]);
}

/** The services take turns, in reverse every other round, so that other activity on the machine affects all. */
async function race(
  { name, requests }: Operation,
  sides: readonly Side[],
  seeded: Seed,
  { rounds, seconds, warmUpSeconds, connections: [connections = 16] }: Options,
): Promise<Round[]> {
  const loadOf = (side: Side): Load => ({
    row: { name, requests: (_, connection) => requests(side, connection, connections) },
    ...{ seed: seeded, connections, seconds },
  });
  for (const side of sides) await drive(side.target, { ...loadOf(side), seconds: warmUpSeconds });
  const measured = sides.map((side) => ({ side, rounds: [] as Round[] }));
  for (let round = 0; round < rounds; round++)
    for (const { side, rounds } of round % 2 === 0 ? measured : measured.toReversed())
      rounds.push(await drive(side.target, loadOf(side)));
  return measured.map(({ rounds }) => typical(rounds));
}

/** The first side is the limit. */
function linesOf({ name }: Operation, measured: readonly Round[]): string[][] {
  const most = measured[0]!.perSecond;
  return [
    [`${name}, req/s`, ...measured.map(({ perSecond }) => perSecond.toFixed(0))],
    ['  ratio', ...measured.map(({ perSecond }) => (perSecond / most).toFixed(2))],
    ['  p50 / p99 ms', ...measured.map(latency)],
    ['  CPU µs/req', ...measured.map(micros)],
  ];
}
