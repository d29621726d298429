import { Client } from 'pg';
import { cleanUp, cleanUpLater, freshDatabase, type Instance, query, start, until } from './support.js';

const AUDIENCES = 6;
const VERSIONS = 5;
const PAGE = {
  ...{ name: 'Kept', pageContext: 'What it is about', pageType: 'inbound', brandId: 'acme' },
  ...{ actions: [], actionCardWidgets: [], scripts: [] },
};

interface VersionRow {
  number: number;
  status: string;
}

afterEach(cleanUp);

it('publishes every version once, however often a worker is killed', async () => {
  const DATABASE_URL = await freshDatabase();
  const api = await start({ DATABASE_URL, ROLE: 'api' });
  const audiences = await Promise.all(Array.from({ length: AUDIENCES }, () => newAudience(api)));
  for (let made = 0; made < VERSIONS; made++) {
    await Promise.all(audiences.map((path) => post(api, `${path}/versions`, {})));
  }
  const worker = () => start({ DATABASE_URL, ROLE: 'worker', MIGRATE: 'false' });
  const countOf = async (condition: string) =>
    (
      await query<{ count: number }>(
        DATABASE_URL,
        `select count(*)::int as count from audience_version where ${condition}`,
      )
    )[0]!.count;

  const letGo = await holdPages(DATABASE_URL);
  const first = await worker();
  await until(async () => (await countOf(`status = 'processing'`)) > 0);
  expect(await first.stop('SIGKILL')).toEqual({ code: null, signal: 'SIGKILL' });
  await letGo();
  expect(await countOf(`status = 'processing'`)).toBeGreaterThan(0);

  const second = await worker();
  await until(async () => (await countOf(`version_number > 1 and published_at is not null`)) >= 10);
  expect(await second.stop('SIGKILL')).toEqual({ code: null, signal: 'SIGKILL' });

  const third = await worker();
  await until(async () => (await countOf(`status in ('pending', 'queued', 'processing')`)) === 0);
  const rows = await query<VersionRow>(
    DATABASE_URL,
    'select version_number::int as number, status from audience_version order by audience_id, version_number',
  );
  expect(rows).toHaveLength(AUDIENCES * (VERSIONS + 1));
  for (const { number, status } of rows) expect(status).toBe(number > VERSIONS ? 'published' : 'archived');
  const told = await query<{ times: number }>(
    DATABASE_URL,
    `select count(*)::int as times from event where type = 'page.version.published' group by payload->>'versionId'`,
  );
  expect(told.map(({ times }) => times)).toEqual(rows.map(() => 1));
  expect(await third.stop()).toEqual({ code: 0, signal: null });
});

async function newAudience(api: Instance): Promise<string> {
  const { pageId } = await post(api, '/v0/pages', PAGE);
  const { audienceId } = await post(api, `/v0/pages/${pageId}/audiences`, {});
  return `/v0/pages/${pageId}/audiences/${audienceId}`;
}

async function post(api: Instance, path: string, body: object): Promise<Record<string, string>> {
  const answer = await api.send('POST', path, body);
  expect(answer.status).toBe(201);
  return (await answer.json()) as Record<string, string>;
}

/** A worker gets as far as taking a version, and no further. */
async function holdPages(url: string): Promise<() => Promise<void>> {
  const client = new Client({ connectionString: url });
  await client.connect();
  cleanUpLater(() => client.end());
  await client.query('begin');
  await client.query('select 1 from page for update');
  return async () => void (await client.query('rollback'));
}
