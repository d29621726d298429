import type { ServerResponse } from 'node:http';
import { Receiver } from '../../webhooks/receiver.js';
import { PLANTED, withMigration } from './planted-migration.js';
import {
  cleanUp,
  cleanUpLater,
  cli,
  freshDatabase,
  type Instance,
  launch,
  query,
  start,
  until,
} from '../support.js';

/** Harmless to the code of the test, which stands in for both releases. */
const CONTRACTING = withMigration(`comment on table topic is 'contracted'`);
const FAILING = withMigration('alter table topic drop column there_is_no_such_column');
const GOOD_END = { code: 0, signal: null };
const WORKER = { ROLE: 'worker', MIGRATE: 'false', WEBHOOK_ALLOW_PRIVATE: '127.0.0.1' };
const OUTDATED = new RegExp(`"msg":"outdated","reason":"A newer release contracts .*${PLANTED};`);

afterEach(cleanUp);

describe('a contracting migration', () => {
  it('waits for what older processes have begun; they take no more, and nothing is delivered twice', async () => {
    const DATABASE_URL = await freshDatabase();
    const [api, worker] = await Promise.all([
      start({ DATABASE_URL, ROLE: 'api', WEBHOOK_ALLOW_PRIVATE: '127.0.0.1' }),
      start({ DATABASE_URL, ...WORKER }),
    ]);
    const receiver = await openReceiver();
    const unanswered: ServerResponse[] = [];
    receiver.answers((_, answer) => unanswered.push(answer));
    const subscription = { url: receiver.url, events: ['topic.created'], ordering: 'none' };
    expect((await api.send('POST', '/v0/webhook_subscriptions', subscription)).status).toBe(201);
    for (const title of ['One', 'Two', 'Three']) await addTopic(api, title);
    await until(async () => unanswered.length === 3);

    const migration = cli(['migrate'], { DATABASE_URL, ...CONTRACTING });
    await Promise.all([api.prints(OUTDATED), worker.prints(OUTDATED)]);
    expect(await addTopicTo(api)).toMatchObject({ status: 503, code: 'outdated' });
    expect(await statusOf(api, '/v0/topics')).toBe(200);
    expect(await statusOf(api, '/health/live')).toBe(200);
    expect(await (await api.get('/health/ready')).json()).toMatchObject({ status: 503, code: 'outdated' });
    await until(async () => migration.stderr.includes('waits for a lock'));
    expect(await isApplied(DATABASE_URL)).toBe(false);

    for (const answer of unanswered) answer.writeHead(204).end();
    receiver.answers(204);
    expect(await migration.ended).toEqual(GOOD_END);
    expect(await worker.ended).toEqual({ code: 1, signal: null });
    expect(await isApplied(DATABASE_URL)).toBe(true);
    await start({ DATABASE_URL, ...WORKER, ...CONTRACTING });
    const next = await start({ DATABASE_URL, ROLE: 'api', ...CONTRACTING });
    await addTopic(next, 'Four');
    await until(async () => receiver.received.length === 4);
    const waiting = `select from webhook_delivery where status <> 'delivered' or attempts <> 1`;
    await until(async () => (await query(DATABASE_URL, waiting)).length === 0);
    expect(new Set(receiver.received.map(({ body }) => body.eventId)).size).toBe(4);
    expect(receiver.received).toHaveLength(4);
    expect(await addTopicTo(api)).toMatchObject({ status: 503, code: 'outdated' });
  });

  it.each(['api', 'all'])('that fails lets older processes of role %s go on', async (ROLE) => {
    const DATABASE_URL = await freshDatabase();
    const api = await start({ DATABASE_URL, ROLE });
    const migration = cli(['migrate'], { DATABASE_URL, ...FAILING });
    expect(await migration.ended).toEqual({ code: 1, signal: null });
    expect(migration.stderr).toContain('there_is_no_such_column');
    await api.prints(OUTDATED);
    await until(async () => (await addTopicTo(api)).status === 201);
    expect(await statusOf(api, '/health/ready')).toBe(200);
  });

  it('keeps a process of an older release from starting', async () => {
    const DATABASE_URL = await freshDatabase();
    expect(await cli(['migrate'], { DATABASE_URL, ...CONTRACTING }).ended).toEqual(GOOD_END);
    for (const MIGRATE of ['true', 'false']) {
      const older = launch({ DATABASE_URL, MIGRATE });
      expect(await older.ended).toEqual({ code: 1, signal: null });
      expect(older.stderr).toMatch(
        new RegExp(
          `^A newer release contracts the database schema \\(migration ${PLANTED}; ` +
            'this release has migrations up to \\d{14}\\); start that release instead of this one\\.\\n$',
        ),
      );
    }
  });
});

it('an expanding migration leaves older processes at work', async () => {
  const DATABASE_URL = await freshDatabase();
  const api = await start({ DATABASE_URL, ROLE: 'all' });
  const EXPANDING = withMigration('alter table topic add column motto text', 'expanding');
  expect(await cli(['migrate'], { DATABASE_URL, ...EXPANDING }).ended).toEqual(GOOD_END);
  expect(await isApplied(DATABASE_URL)).toBe(true);
  await addTopic(api, 'Still');
  expect(await statusOf(api, '/health/ready')).toBe(200);
  expect(api.stdout).not.toMatch(OUTDATED);
});

it.each(['all', 'worker'])(
  'a floor that was raised without notice stops a process of role %s',
  async (ROLE) => {
    const DATABASE_URL = await freshDatabase();
    const older = await start({ DATABASE_URL, ROLE });
    await query(DATABASE_URL, `update schema_floor set number = ${PLANTED}`);
    await older.prints(OUTDATED);
    if (ROLE === 'worker') return expect(await older.ended).toEqual({ code: 1, signal: null });
    // It serves reads, and no connection of its workers holds a lock any more.
    const locks = `select from pg_locks where locktype = 'advisory' and database =
    (select oid from pg_database where datname = current_database())`;
    await until(async () => (await query(DATABASE_URL, locks)).length === 0);
    expect(await statusOf(older, '/v0/topics')).toBe(200);
    expect(await older.stop()).toEqual(GOOD_END);
  },
);

async function openReceiver(): Promise<Receiver> {
  const receiver = await Receiver.open();
  cleanUpLater(() => receiver.close());
  return receiver;
}

async function addTopic(api: Instance, title: string): Promise<void> {
  expect((await api.send('POST', '/v0/topics', { title })).status).toBe(201);
}

async function addTopicTo(api: Instance): Promise<{ status: number; code?: string }> {
  const answer = await api.send('POST', '/v0/topics', { title: 'Another' });
  const { code } = (await answer.json()) as { code?: string };
  return { status: answer.status, code };
}

const statusOf = async (api: Instance, path: string) => (await api.get(path)).status;

const isApplied = async (url: string) =>
  (await query(url, `select from migration where name = 'Migration${PLANTED}Planted'`)).length > 0;
