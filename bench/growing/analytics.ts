import { uuidOf } from '../setup/built.ts';
import type { Cleanup } from '../setup/cleanup.ts';
import { createBeside } from '../setup/database.ts';
import type { Options } from '../options.ts';
import { PAGE, post } from '../setup/posts.ts';
import { startFoyer, type Surroundings, type Target } from '../setup/servers.ts';
import { median } from '../measuring/statistics.ts';
import { table } from '../measuring/table.ts';
import { fillSessions } from './analytics-rows.ts';

/** Number of requests per operation and round, on each database. */
const TIMES = 20;
const FEW = 1000;
/** Audiences with one session each, beside many sessions. */
const VISITED_ONCE = 100_000;
const GOAL = 2;
const DAY_MS = 86_400_000;
const SVG = 'image/svg+xml';

interface Side {
  api: Target;
  pageId: string;
  audienceId: string;
  visitedOnceId: string;
}

interface Answer {
  totals: { visits: number };
  breakdown: { visits: number }[];
}

interface Asked {
  name: string;
  path: (side: Side) => string;
  accept?: string;
}

/** Compares the cost of analytics with few and with many sessions, side by side on one server. */
export async function measureAnalytics(
  place: Surroundings,
  { rounds, most }: Options,
  cleanup: Cleanup,
): Promise<string> {
  const sizes = [FEW, most];
  const sides: Side[] = [];
  for (const size of sizes) sides.push(await sideWith(size, place, cleanup));
  const lines: string[][] = [];
  for (const asked of questions()) {
    const times = sides.map((): number[] => []);
    for (let round = 0; round <= rounds; round++)
      for (const [at, side] of sides.entries()) {
        const taken = await repeat(side, asked);
        // The first round warms up.
        if (round > 0) times[at]!.push(taken);
      }
    const [few, many] = times.map(median) as [number, number];
    lines.push([asked.name, few.toFixed(2), many.toFixed(2), (many / few).toFixed(2), String(GOAL)]);
  }
  const head = ['p50 in ms', ...sizes.map((size) => `${size} sessions`), 'ratio', 'goal'];
  return table([head, ...lines]);
}

function questions(): Asked[] {
  const to = Math.ceil(Date.now() / DAY_MS) * DAY_MS;
  const last = (days: number) => `from=%2B${to - days * DAY_MS}&to=%2B${to}`;
  const ofAll = (name: string, query: string): Asked => ({ name, path: () => `/v0/analytics?${query}` });
  return [
    { name: 'a page, 30 days', path: ({ pageId }) => `/v0/pages/${pageId}/analytics` },
    {
      name: 'an audience, 31 days by hour, and the 31 days before',
      path: ({ pageId, audienceId }) =>
        `/v0/pages/${pageId}/audiences/${audienceId}/analytics?${last(31)}&interval=hour&compare=true`,
    },
    {
      name: 'an audience that was visited once, a year by campaign',
      path: ({ pageId, visitedOnceId }) =>
        `/v0/pages/${pageId}/audiences/${visitedOnceId}/analytics?${last(365)}&breakdown=campaign`,
    },
    ofAll('a year by day', last(365)),
    ofAll('a year by day in Kathmandu', `${last(365)}&timeZone=Asia/Kathmandu`),
    ofAll('a year by week, and the one before', `${last(365)}&interval=week&compare=true`),
    ofAll('30 days by link', `${last(30)}&breakdown=link`),
    ofAll('30 days by link in Kathmandu', `timeZone=Asia/Kathmandu&breakdown=link`),
    ofAll('a year by link', `${last(365)}&breakdown=link`),
    ofAll('a year by link, a hundred of them', `${last(365)}&breakdown=link&limit=100`),
    { ...ofAll('a chart of a year', last(365)), accept: SVG },
    { ...ofAll('a chart of a year by link', `${last(365)}&breakdown=link`), accept: SVG },
    ofAll('a year by campaign', `${last(365)}&breakdown=campaign`),
  ];
}

async function sideWith(size: number, place: Surroundings, cleanup: Cleanup): Promise<Side> {
  const database = await createBeside(place.databaseUrl);
  cleanup.add(() => database.drop());
  const api = await startFoyer({ ...place, databaseUrl: database.url, logName: `foyer-${size}` });
  cleanup.add(() => api.stop());
  const { pageId = '' } = await post(api, '/v0/pages', PAGE);
  const { audienceId = '' } = await post(api, `/v0/pages/${pageId}/audiences`, {});
  const { audienceId: visitedOnceId = '' } = await post(api, `/v0/pages/${pageId}/audiences`, {});
  const begun = performance.now();
  const audience = { pageId: uuidOf('page', pageId)!, audienceId: uuidOf('audience', audienceId)! };
  const visitedOnce = size === FEW ? 1 : VISITED_ONCE;
  await fillSessions(database.url, audience, {
    count: size,
    visitedOnce,
    visitedOnceId: uuidOf('audience', visitedOnceId)!,
  });
  process.stderr.write(`${size} sessions in ${((performance.now() - begun) / 1000).toFixed(0)} s\n`);
  const side = { api, pageId, audienceId, visitedOnceId };
  const { totals, breakdown } = (await ask(side, questions().at(-1)!)) as Answer;
  const inBreakdown = breakdown.reduce((sum, { visits }) => sum + visits, 0);
  const all = size + visitedOnce;
  if (totals.visits !== all || inBreakdown !== all)
    throw new Error(`${totals.visits} and ${inBreakdown} visits are counted, not ${all}.`);
  return side;
}

async function repeat(side: Side, asked: Asked): Promise<number> {
  const taken: number[] = [];
  for (let count = 0; count < TIMES; count++) {
    const start = performance.now();
    await ask(side, asked);
    taken.push(performance.now() - start);
  }
  return median(taken);
}

async function ask({ api, ...ids }: Side, { path, accept = 'application/json' }: Asked): Promise<unknown> {
  const response = await fetch(api.url + path({ api, ...ids }), { headers: { ...api.headers, accept } });
  if (!response.ok) throw new Error(`${response.status}: ${await response.text()}`);
  return accept === SVG ? response.text() : response.json();
}
