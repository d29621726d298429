import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { call, operationsOf } from '../../support/openapi/operations.js';
import { Receiver } from '../../webhooks/receiver.js';
import {
  cleanUp,
  cleanUpLater,
  cli,
  type Environment,
  freshDatabase,
  type Instance,
  KEY,
  launch,
  query,
  ready,
  until,
} from '../support.js';

const ROUNDS = 5;
const EVENTS = ['topic.created', 'audience.created', 'page.version.published'];
const PAGE = {
  ...{ name: 'Of both', pageContext: 'What it is about', pageType: 'inbound', brandId: 'acme' },
  ...{ actions: [], actionCardWidgets: [], scripts: [] },
};
const SETTINGS = { API_KEY: KEY, SAMPLE_DATA: 'true', WEBHOOK_ALLOW_PRIVATE: '127.0.0.1', SITE_PORT: '0' };

/** Six processes start, most of them one after the other. */
const TIMEOUT_MS = 120_000;

/** The first run installs and compiles a whole release. */
const BUILD_TIMEOUT_MS = 600_000;

let previous: string;

beforeAll(async () => {
  previous = (await promisify(execFile)('.ci/build-previous-release')).stdout.trim();
}, BUILD_TIMEOUT_MS);
afterEach(cleanUp);

it(
  'processes of the previous release work on beside the new schema, and beside new processes',
  async () => {
    const DATABASE_URL = await freshDatabase('template1');
    const begin = (environment: Environment, folder?: string) =>
      ready(launch({ DATABASE_URL, ...SETTINGS, ...environment }, folder));
    const older = await begin({ ROLE: 'api' }, previous);
    const receiver = await Receiver.open();
    cleanUpLater(() => receiver.close());
    await make(older, '/v0/webhook_subscriptions', { url: receiver.url, events: EVENTS });
    await Promise.all([begin({ ROLE: 'worker', MIGRATE: 'false' }, previous), writeAndPublish(older)]);

    const migration = cli(['migrate'], { DATABASE_URL });
    expect([await migration.ended, migration.stderr]).toEqual([{ code: 0, signal: null }, '']);
    // The new release may have modules of which the previous one made no samples.
    expect(await cli(['sample'], { DATABASE_URL }).ended).toEqual({ code: 0, signal: null });
    const [newer] = await Promise.all([
      begin({ ROLE: 'api', MIGRATE: 'false' }),
      begin({ ROLE: 'worker', MIGRATE: 'false' }),
      writeAndPublish(older),
    ]);
    await Promise.all([older, newer].flatMap((api) => [writeAndPublish(api), readAll(api)]));
    await until(async () => (await older.get('/health/ready')).status === 200);
    // The samples have deliveries of their own.
    const deliveries = () =>
      query<{ status: string; attempts: number }>(
        DATABASE_URL,
        `select d.status, d.attempts from webhook_delivery d
         join webhook_subscription s on s.id = d.subscription_id where s.url = '${receiver.url}'`,
      );
    const expected = Array.from({ length: 4 * (ROUNDS + 3) }, () => ({ status: 'delivered', attempts: 1 }));
    await until(async () => (await deliveries()).every(({ status }) => status === 'delivered'));
    expect(await deliveries()).toEqual(expected);
    expect(receiver.received).toHaveLength(expected.length);
    expect(new Set(receiver.received.map(({ body }) => body.eventId)).size).toBe(expected.length);
  },
  TIMEOUT_MS,
);

/** Each of the documented operations that read, with its example. Readiness has a deadline, which a busy machine misses. */
async function readAll(api: Instance): Promise<void> {
  const reads = (await operationsOf(api)).filter(
    ({ method, path }) => method === 'GET' && path !== '/health/ready',
  );
  expect(reads.length).toBeGreaterThan(30);
  const failures: string[] = [];
  for (const operation of reads) {
    const { status, text } = await call(api, operation, { path: operation.examplePath, key: KEY });
    if (!operation.successStatuses.includes(status)) failures.push(`${operation.id}: ${status} ${text}`);
  }
  expect(failures).toEqual([]);
}

async function writeAndPublish(api: Instance): Promise<void> {
  for (let round = 0; round < ROUNDS; round++) await make(api, '/v0/topics', { title: `Round ${round}` });
  const { pageId } = await make(api, '/v0/pages', PAGE);
  const { audienceId } = await make(api, `/v0/pages/${pageId}/audiences`, {});
  const audience = `/v0/pages/${pageId}/audiences/${audienceId}`;
  await make(api, `${audience}/versions`, {});
  await until(async () => {
    const found = (await (await api.get(audience)).json()) as { publishedVersion: { versionNumber: number } };
    return found.publishedVersion?.versionNumber === 2;
  });
}

async function make(api: Instance, path: string, body: object): Promise<Record<string, string>> {
  const answer = await api.send('POST', path, body);
  const text = await answer.text();
  expect([path, answer.status, text]).toEqual([path, 201, expect.anything()]);
  return JSON.parse(text) as Record<string, string>;
}
