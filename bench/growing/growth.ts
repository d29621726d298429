import { uuidOf, wireId } from '../setup/built.ts';
import type { Cleanup } from '../setup/cleanup.ts';
import { createBeside } from '../setup/database.ts';
import { DeliveryBench } from '../deliveries/delivery-bench.ts';
import type { Options } from '../options.ts';
import { PAGE, post } from '../setup/posts.ts';
import { listenForPublished, timeToPublish } from '../publish.ts';
import type { Surroundings, Target } from '../setup/servers.ts';
import { median } from '../measuring/statistics.ts';
import { table } from '../measuring/table.ts';
import { fillRows, type FilledRows } from './rows.ts';

/** Number of measurements per operation and round, on each database. */
const TIMES = 40;
/** Number of rows before page 500, with two rows per page. */
const FAR_ROWS = 998;
const HALF_A_YEAR_MS = 182 * 86_400_000;

interface Operation {
  name: string;
  /** Maximum ratio to the time with the fewest rows. */
  goal: number;
  time: () => Promise<number>;
}

/** Compares operations with few and with many rows of one tenant, side by side on one server. */
export async function measureGrowth(
  place: Surroundings,
  { rounds, most }: Options,
  cleanup: Cleanup,
): Promise<string> {
  const sizes = [1000, 100_000, 5_000_000].filter((size) => size <= most);
  const sides: Operation[][] = [];
  for (const size of sizes) sides.push(await operationsWith(size, place, cleanup));
  const times = sides.map((operations) => operations.map((): number[] => []));
  for (let round = 0; round <= rounds; round++) {
    for (const operation of sides[0]!.keys()) {
      for (const [side, operations] of sides.entries()) {
        const taken = await repeat(operations[operation]!.time);
        // The first round warms up.
        if (round > 0) times[side]![operation]!.push(taken);
      }
    }
  }
  const head = [
    'p50 in ms',
    ...sizes.map((size) => `${size} rows`),
    ...sizes.slice(1).map(() => 'ratio'),
    'goal',
  ];
  const lines = sides[0]!.map(({ name, goal }, operation) => {
    const [least, ...others] = times.map((side) => median(side[operation]!)) as [number, ...number[]];
    const ratios = others.map((each) => each / least);
    return [name, ...[least, ...others, ...ratios].map((each) => each.toFixed(2)), String(goal)];
  });
  return table([head, ...lines]);
}

async function repeat(time: () => Promise<number>): Promise<number> {
  const taken: number[] = [];
  for (let count = 0; count < TIMES; count++) taken.push(await time());
  return median(taken);
}

async function operationsWith(size: number, place: Surroundings, cleanup: Cleanup): Promise<Operation[]> {
  const database = await createBeside(place.databaseUrl);
  cleanup.add(() => database.drop());
  const here = { ...place, databaseUrl: database.url };
  const bench = await DeliveryBench.open(here, cleanup);
  const { api } = bench;
  const { pageId = '' } = await post(api, '/v0/pages', PAGE);
  const { audienceId = '' } = await post(api, `/v0/pages/${pageId}/audiences`, {});
  const audience = { pageId: uuidOf('page', pageId)!, audienceId: uuidOf('audience', audienceId)! };
  const versions = `/v0/pages/${pageId}/audiences/${audienceId}/versions`;
  const begun = performance.now();
  const rows = await fillRows(database.url, audience, size);
  process.stderr.write(`${size} rows of each kind in ${((performance.now() - begun) / 1000).toFixed(0)} s\n`);
  return [
    ...(await reads(api, pageId, rows)),
    { name: 'POST person', goal: 1.5, time: () => timed(() => post(api, '/v0/persons', { name: 'New' })) },
    {
      name: 'a version, until it is published',
      goal: 1.5,
      time: await publishing(api, versions, database.url, cleanup),
    },
    { name: 'an event, until five subscribers have it', goal: 1.5, time: () => bench.single() },
  ];
}

async function reads(api: Target, pageId: string, rows: FilledRows): Promise<Operation[]> {
  const { personId, sessionId, eventId } = rows;
  const sessions = `/v0/pages/${pageId}/audience_sessions`;
  const paths = [
    `/v0/persons/${wireId('person', personId)}`,
    `${sessions}/${wireId('session', sessionId)}`,
    `/v0/events/${wireId('event', eventId)}`,
    ...(await pagesOf(api, '/v0/persons')),
    ...(await pagesOf(api, sessions)),
    ...(await pagesOf(api, '/v0/events')),
    ...(await filteredPersons(api)),
  ];
  const searches = { many: 'person', few: 'rare', none: 'nobody' };
  const reading = (path: string) => () => timed(() => get(api, path));
  return [
    ...paths.map((path) => ({ name: `GET ${nameOf(path)}`, goal: 1.5, time: reading(path) })),
    {
      // With more than 1,000 persons, ten times as many are looked at, and no more (docs/lists.md).
      ...{ name: 'GET /v0/persons that were changed last, in the usual order', goal: 12 },
      time: reading(`/v0/persons?updatedAfter=${new Date(Date.now() + HALF_A_YEAR_MS).toISOString()}`),
    },
    ...Object.entries(searches).map(([found, query]) => ({
      ...{ name: `a search for persons that finds ${found}`, goal: 3 },
      time: reading(`/v0/persons/search?query=${query}`),
    })),
  ];
}

/** The first page, and page 500 with two rows per page. */
async function pagesOf(api: Target, path: string): Promise<string[]> {
  let cursor = '';
  for (let passed = 0; passed < FAR_ROWS; passed += 100) {
    const limit = Math.min(100, FAR_ROWS - passed);
    cursor = (await get(api, `${path}?limit=${limit}${cursor && `&cursor=${cursor}`}`)).nextCursor ?? '';
    if (!cursor) throw new Error(`${path} is too short.`);
  }
  return [path, `${path}?limit=2`, `${path}?limit=2&cursor=${cursor}`];
}

/** Lists of persons by what an index serves. */
async function filteredPersons(api: Target): Promise<string[]> {
  const { createdAt = '' } = await post(api, '/v0/persons', { name: 'Last', domain: 'last.example' });
  const since = encodeURIComponent(createdAt);
  const halfAYearAgo = new Date(Date.now() - HALF_A_YEAR_MS).toISOString();
  return [
    '/v0/persons?domain=last.example',
    '/v0/persons?domain=nobody.example',
    `/v0/persons?createdAfter=${halfAYearAgo}`,
    `/v0/persons?updatedAfter=${halfAYearAgo}&sort=updatedAt`,
    `/v0/persons?updatedAfter=${since}&sort=updatedAt`,
    `/v0/persons?updatedBefore=${halfAYearAgo}&sort=-updatedAt`,
  ];
}

const nameOf = (path: string): string =>
  path
    .replaceAll(/_[0-9a-z]{26}/g, '')
    .replace(/cursor=.*/, 'cursor of page 500')
    .replaceAll(/%2B\d+/g, 'now')
    .replaceAll(/\d{4}-[^&]+Z/g, 'half a year ago');

async function publishing(
  api: Target,
  versions: string,
  databaseUrl: string,
  cleanup: Cleanup,
): Promise<() => Promise<number>> {
  const published = await listenForPublished(databaseUrl);
  cleanup.add(() => published.stop());
  return () => timeToPublish(api, versions, published);
}

async function timed(act: () => Promise<unknown>): Promise<number> {
  const start = performance.now();
  await act();
  return performance.now() - start;
}

async function get({ url, headers }: Target, path: string): Promise<{ nextCursor?: string | null }> {
  const answer = await fetch(url + path, { headers });
  if (!answer.ok) throw new Error(`${path} returned ${answer.status}: ${await answer.text()}`);
  return (await answer.json()) as { nextCursor?: string | null };
}
