import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import autocannon, { type Client, type Request } from 'autocannon';
import pg from 'pg';
import type { Cleanup } from '../setup/cleanup.ts';
import type { Options } from '../options.ts';
import { PAGE, post } from '../setup/posts.ts';
import { startServer } from '../setup/processes.ts';
import { startFoyer, type Surroundings } from '../setup/servers.ts';
import { median } from '../measuring/statistics.ts';
import { table } from '../measuring/table.ts';

/** Enough links to stay below the limit of one link. */
const LINKS = 100;
/** Batches of one visit. */
const BATCHES = 6;
const EVENTS = 4;

const PATH = '/_foyer/collect';

const HEADERS = {
  'content-type': 'application/json',
  'user-agent': 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0',
};

/** Compares the collection of visit events to `node:http` that stores each batch separately. */
export async function measureCollection(
  place: Surroundings,
  { rounds, seconds, connections: [connections = 16] }: Options,
  cleanup: Cleanup,
): Promise<string> {
  const foyer = await startFoyer({ ...place, env: { ROLE: 'api', SITE_RATE_LIMIT: 'off' } });
  cleanup.add(() => foyer.stop());
  const { siteUrl } = foyer;
  if (!siteUrl) throw new Error('Foyer serves no site.');
  const limit = await startServer({
    name: 'The limit',
    args: [fileURLToPath(new URL('collect-limit.ts', import.meta.url))],
    env: { DATABASE_URL: place.databaseUrl },
    logFile: join(place.tempDir, 'collect-limit.log'),
  });
  cleanup.add(() => limit.stop());
  const tokens = await tokensOf(foyer, siteUrl);
  const drive = async (url: string) => {
    const setupClient = (client: Client) =>
      client.setRequests([{ method: 'POST', path: PATH, headers: HEADERS, setupRequest: visits(tokens) }]);
    const { requests, errors, non2xx } = await autocannon({
      ...{ url, connections, duration: seconds, sampleInt: 50 },
      setupClient,
    });
    if (errors + non2xx > 0) throw new Error(`${errors + non2xx} answers of ${url} failed.`);
    return requests.total / seconds;
  };
  const sides = { 'one insert per batch in node:http': limit.url, 'batches of visits': siteUrl };
  const rates = new Map<string, number[]>(Object.keys(sides).map((name) => [name, []]));
  for (let round = 0; round <= rounds; round++)
    for (const [name, url] of Object.entries(sides)) {
      const rate = await drive(url);
      // The first round warms up.
      if (round > 0) rates.get(name)!.push(rate);
    }
  const medians = [...rates].map(([name, each]) => [name, median(each)] as const);
  const lines = medians.map(([name, rate]) => [
    ...[name, rate.toFixed(0), (rate * EVENTS).toFixed(0), (rate / medians[0]![1]).toFixed(2)],
  ]);
  const bytes = await bytesOfVisit(place.databaseUrl);
  return `${table([['collection', 'a second', 'events', 'ratio'], ...lines])}\n${bytes}`;
}

/** One visit after the other. */
function visits(tokens: readonly string[]): (given: Request) => Request {
  let visit = '';
  let token = '';
  let batch = BATCHES;
  return (given) => {
    if (batch++ >= BATCHES) {
      batch = 1;
      visit = randomBytes(16).toString('hex');
      token = tokens[Math.floor(Math.random() * tokens.length)]!;
    }
    const body = JSON.stringify({ token, visit, sentAt: Date.now(), events: eventsOf(batch) });
    return { ...given, body };
  };
}

function eventsOf(batch: number): object[] {
  const at = Date.now();
  const id = () => randomBytes(8).toString('hex');
  const url = 'https://www.acme.example/welcome?utm_source=news';
  const view = { id: id(), at, type: 'view', url, referrer: '', width: 1200, language: 'en' };
  const engaged = Array.from({ length: EVENTS - 1 }, () => ({ id: id(), at, type: 'engaged', ms: 5000 }));
  return [...engaged, batch === 1 ? view : { id: id(), at, type: 'scroll', depth: 15 * batch }];
}

async function tokensOf(foyer: Parameters<typeof post>[0], siteUrl: string): Promise<string[]> {
  const { pageId } = await post(foyer, '/v0/pages', PAGE);
  const { audienceId } = await post(foyer, `/v0/pages/${pageId}/audiences`, {});
  const tokens: string[] = [];
  for (let at = 0; at < LINKS; at++) {
    const target = { targetType: 'audience', audienceId };
    await post(foyer, '/v0/page_links', { path: `/collect/${at}`, target });
    const html = await (await fetch(`${siteUrl}/default/collect/${at}`)).text();
    tokens.push(/data-token="([^"]+)"/.exec(html)![1]!);
  }
  return tokens;
}

async function bytesOfVisit(databaseUrl: string): Promise<string> {
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  const { rows } = await client.query<{ visits: number; visit: number; events: number }>(
    `select (select count(*)::float8 from visit) as visits, pg_total_relation_size('visit')::float8 as visit,
       (select sum(pg_total_relation_size(relid))::float8 from pg_partition_tree('visit_event')) as events`,
  );
  await client.end();
  const { visits, visit, events } = rows[0]!;
  const each = (bytes: number) => (bytes / visits).toFixed(0);
  return `${visits} visits of up to ${BATCHES * EVENTS} events: ${each(visit)} bytes each, and ${each(events)} of events`;
}
