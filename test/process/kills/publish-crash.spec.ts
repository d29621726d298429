import { Client } from 'pg';
import { startEmbeddedServer } from '../../../src/embedded-postgres/embedded-server.js';
import { JOB_SCHEMA } from '../../../src/shared/jobs/job-schema.js';
import { settings } from '../../embedded/data-folders.js';
import {
  cleanUp,
  cleanUpLater,
  filledDataDir,
  freshDatabase,
  type Instance,
  killServer,
  query,
  removeTemplates,
  start,
  until,
} from '../support.js';

const AUDIENCES = 12;
const VERSIONS = 4;
const PUBLISHED = 'version_number > 1 and published_at is not null';
const IN_MOTION = `status in ('pending', 'queued', 'processing')`;
const PAGE = {
  ...{ name: 'Kept', pageContext: 'What it is about', pageType: 'inbound', brandId: 'acme' },
  ...{ actions: [], actionCardWidgets: [], scripts: [] },
};

interface VersionRow {
  number: number;
  status: string;
}

afterEach(cleanUp);

afterAll(removeTemplates);

const worker = (DATABASE_URL: string) => start({ DATABASE_URL, ROLE: 'worker', MIGRATE: 'false' });

/** Five workers start, and the jobs of four have to expire: a minute alone, and more beside other tests. */
const MAX_MS = 300_000;

it(
  'publishes every version once, wherever a worker is killed',
  async () => {
    const url = await freshDatabase();
    const api = await start({ DATABASE_URL: url, ROLE: 'api' });
    await makeVersions(api);

    // Before it has done anything: it has the job, and waits for the audience.
    const freeAudiences = await hold(url, 'select 1 from audience for update');
    const first = await worker(url);
    await until(async () => (await activeJobs(url)) > 0);
    await kill(first);
    await freeAudiences();

    // Halfway: the version is taken, and can't be finished without its page.
    const freePages = await hold(url, 'select 1 from page for update');
    const second = await worker(url);
    await until(async () => (await countOf(url, `status = 'processing'`)) > 0);
    await kill(second);
    await freePages();
    expect(await countOf(url, `status = 'processing'`)).toBeGreaterThan(0);

    // At the end: the version is published, but the job is never marked as done.
    const freeAgain = await hold(url, 'select 1 from audience for update');
    const activeBefore = await activeJobs(url);
    const third = await worker(url);
    await until(async () => (await activeJobs(url)) > activeBefore);
    const freeJobs = await hold(url, `select 1 from ${JOB_SCHEMA}.job where state = 'active' for update`);
    await freeAgain();
    await until(async () => (await countOf(url, PUBLISHED)) > 0);
    await kill(third);
    await freeJobs();

    // Anywhere.
    const fourth = await worker(url);
    const published = await countOf(url, PUBLISHED);
    await until(async () => (await countOf(url, PUBLISHED)) >= published + 10);
    await kill(fourth);

    const last = await worker(url);
    await expectAllPublishedOnce(url);
    expect(await last.stop()).toEqual({ code: 0, signal: null });
  },
  MAX_MS,
);

it('publishes every version once, though its database is killed', async () => {
  const dataDir = await filledDataDir();
  const server = await startEmbeddedServer({ dataDir, settings });
  cleanUpLater(() => server.stop());
  const instance = await start({ DATABASE_URL: server.url });
  await makeVersions(instance);
  await until(async () => (await countOf(server.url, PUBLISHED)) > 0);
  expect(await countOf(server.url, IN_MOTION)).toBeGreaterThan(0);
  await killServer(dataDir);
  await until(() =>
    countOf(server.url, PUBLISHED).then(
      () => true,
      () => false,
    ),
  );
  await expectAllPublishedOnce(server.url);
  expect(await instance.stop()).toEqual({ code: 0, signal: null });
});

async function makeVersions(api: Instance): Promise<void> {
  const audiences = await Promise.all(Array.from({ length: AUDIENCES }, () => newAudience(api)));
  for (let made = 0; made < VERSIONS; made++) {
    await Promise.all(audiences.map((path) => post(api, `${path}/versions`, {})));
  }
}

/** In the end; none is lost, and none was published twice. */
async function expectAllPublishedOnce(url: string): Promise<void> {
  await until(async () => (await countOf(url, IN_MOTION)) === 0);
  const rows = await query<VersionRow>(
    url,
    'select version_number::int as number, status from audience_version order by audience_id, version_number',
  );
  expect(rows).toHaveLength(AUDIENCES * (VERSIONS + 1));
  for (const { number, status } of rows) expect(status).toBe(number > VERSIONS ? 'published' : 'archived');
  const told = await query<{ times: number }>(
    url,
    `select count(*)::int as times from event where type = 'page.version.published' group by payload->>'versionId'`,
  );
  expect(told.map(({ times }) => times)).toEqual(rows.map(() => 1));
}

async function countOf(url: string, condition: string): Promise<number> {
  const text = `select count(*)::int as count from audience_version where ${condition}`;
  return (await query<{ count: number }>(url, text))[0]!.count;
}

async function activeJobs(url: string): Promise<number> {
  const text = `select count(*)::int as count from ${JOB_SCHEMA}.job where name = 'version.publish' and state = 'active'`;
  return (await query<{ count: number }>(url, text))[0]!.count;
}

async function kill(instance: Instance): Promise<void> {
  expect(await instance.stop('SIGKILL')).toEqual({ code: null, signal: 'SIGKILL' });
}

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

/** Whoever needs these rows waits until they are let go. */
async function hold(url: string, select: string): Promise<() => Promise<void>> {
  const client = new Client({ connectionString: url });
  await client.connect();
  cleanUpLater(() => client.end());
  await client.query('begin');
  await client.query(select);
  return async () => void (await client.query('rollback'));
}
