import { Client } from 'pg';
import { wireId } from './setup/built.ts';
import { shareOf, type Seed } from './seed.ts';
import type { Target } from './setup/servers.ts';
import { quantile } from './measuring/statistics.ts';
import { table } from './measuring/table.ts';

const ROUNDS = 5;
const VERSIONS = 100;
const WARM_UP = 50;

/** Measures the time from the request for a version to its publication by an idle worker. */
export async function measurePublishing(foyer: Target, seed: Seed, databaseUrl: string): Promise<string> {
  const published = await listenForPublished(databaseUrl);
  try {
    await publishTimes(foyer, seed, published, WARM_UP);
    const rows = [['from POST to published', 'p50 ms', 'p90 ms', 'p99 ms']];
    for (let round = 1; round <= ROUNDS; round++) {
      const sorted = await publishTimes(foyer, seed, published, VERSIONS);
      const figures = [0.5, 0.9, 0.99].map((share) => quantile(sorted, share).toFixed(1));
      rows.push([`round ${round}, ${VERSIONS} versions`, ...figures]);
    }
    return table(rows);
  } finally {
    await published.stop();
  }
}

/** In ascending order. The versions are made one after the other. */
export async function publishTimes(
  foyer: Target,
  seed: Seed,
  published: Published,
  count: number,
): Promise<number[]> {
  const audiences = shareOf(seed.writeAudiences, 0);
  const taken: number[] = [];
  for (let made = 0; made < count; made++) {
    const { pageId, audienceId } = audiences[made % audiences.length]!;
    const path = `/v0/pages/${wireId('page', pageId)}/audiences/${wireId('audience', audienceId)}/versions`;
    taken.push(await timeToPublish(foyer, path, published));
  }
  return taken.sort((a, b) => a - b);
}

/** `path` is the collection of versions of an audience. */
export async function timeToPublish(foyer: Target, path: string, published: Published): Promise<number> {
  const next = published.next();
  const start = performance.now();
  const answer = await fetch(foyer.url + path, {
    method: 'POST',
    headers: { ...foyer.headers, 'content-type': 'application/json' },
    body: '{}',
  });
  if (answer.status !== 201) throw new Error(`${path} returned ${answer.status}: ${await answer.text()}`);
  await answer.arrayBuffer();
  await next;
  return performance.now() - start;
}

export interface Published {
  /** Resolves when the publication of the next version is committed. */
  next(): Promise<unknown>;
  stop(): Promise<void>;
}

/** The database notifies when the transaction is committed. */
export async function listenForPublished(databaseUrl: string): Promise<Published> {
  const client = new Client({ connectionString: databaseUrl });
  await client.connect();
  await client.query(`
    create function bench_published() returns trigger language plpgsql as
      $$ begin notify bench_published; return null; end $$;
    create trigger bench_published after update on audience_version for each row
      when (new.status = 'published') execute function bench_published();
    listen bench_published`);
  return {
    next: () => new Promise((resolve) => client.once('notification', resolve)),
    stop: () => client.end(),
  };
}
