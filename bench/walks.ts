import { wireId } from './setup/built.ts';
import type { Seed } from './seed.ts';
import type { Target } from './setup/servers.ts';
import { median } from './measuring/statistics.ts';
import { table } from './measuring/table.ts';

const FAR = 500;
const ROUNDS = 40;

/** Every list with cursors. */
function listsOf({ long }: Seed): string[] {
  const page = `/v0/pages/${wireId('page', long.pageId)}`;
  const audience = `${page}/audiences/${wireId('audience', long.audienceId)}`;
  const account = `/v0/accounts/${wireId('account', long.accountId)}`;
  return [
    ...['/v0/topics', '/v0/pages', `${page}/audiences`, `${audience}/versions`, `${audience}/messages`],
    ...[`${page}/audience_sessions`, '/v0/persons', `/v0/persons/${wireId('person', long.personId)}/logs`],
    ...['/v0/accounts', `${account}/logs`, `${account}/activity`, '/v0/assets', '/v0/assets/trash'],
    ...['/v0/page_links', '/v0/tenant_domains'],
  ];
}

/** Compares the cost of far pages of a list to near pages. */
export async function walkLists(foyer: Target, seed: Seed): Promise<string> {
  const rows = [['list', 'page 1 ms', 'page 2 ms', `page ${FAR} ms`, `${FAR} to 1`, `${FAR} to 2`]];
  for (const path of listsOf(seed)) rows.push(await walk(foyer, path));
  return table(rows);
}

async function walk(foyer: Target, path: string): Promise<string[]> {
  const { second, far } = await cursorsOf(foyer, path);
  const pages = [path, `${path}?cursor=${second}`, `${path}?cursor=${far}`];
  const times: number[][] = [[], [], []];
  for (let round = 0; round < ROUNDS; round++) {
    for (const [index, page] of pages.entries()) times[index]!.push(await timeOf(foyer, page));
  }
  const [first = 0, next = 0, last = 0] = times.map(median);
  const ids = /_[0-9a-z]{26}/g;
  return [
    path.replaceAll(ids, ''),
    ...[first, next, last, last / first, last / next].map((each) => each.toFixed(2)),
  ];
}

async function cursorsOf(foyer: Target, path: string): Promise<{ second: string; far: string }> {
  let cursor = '';
  let second = '';
  for (let page = 1; page < FAR; page++) {
    const { nextCursor } = await get(foyer, cursor ? `${path}?cursor=${cursor}` : path);
    if (nextCursor === null) throw new Error(`${path} ends with page ${page}.`);
    cursor = nextCursor;
    second ||= cursor;
  }
  return { second, far: cursor };
}

async function timeOf(foyer: Target, path: string): Promise<number> {
  const start = performance.now();
  await get(foyer, path);
  return performance.now() - start;
}

async function get({ url, headers }: Target, path: string): Promise<{ nextCursor: string | null }> {
  const answer = await fetch(url + path, { headers });
  if (!answer.ok) throw new Error(`${path} returned ${answer.status}: ${await answer.text()}`);
  return (await answer.json()) as { nextCursor: string | null };
}
