import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { arrivalsIn, judge, type Arrival } from '../../../bench/chaos/history.ts';
import { writeEvents, type Written } from '../../../bench/chaos/writers.ts';
import { wireId } from '../../../src/shared/kernel/ids.js';
import { temporaryFolder } from '../../embedded/data-folders.js';
import { freePort } from '../../support/servers/free-port.mjs';
import { cleanUp, freshDatabase, type Instance, query, ready, run, start, until } from '../support.js';

const BY_SQL = 240;
const BY_API = 60;
const KILLS = 3;
const KINDS = ['topic.created', 'topic.updated'];

afterEach(cleanUp);

it('delivers every event, whoever is killed meanwhile', async () => {
  const DATABASE_URL = await freshDatabase();
  const ARRIVALS = join(await temporaryFolder(), 'arrivals');
  const worker = () =>
    start({ DATABASE_URL, ROLE: 'worker', MIGRATE: 'false', WEBHOOK_ALLOW_PRIVATE: '127.0.0.1' });
  const receive = (PORT: string) =>
    ready(run([process.execPath, 'bench/chaos/receiver.ts'], { ARRIVALS, PORT }));
  const arrivals = () => arrivalsIn(readFileSync(ARRIVALS, 'utf8'));
  const [api, receiver, ...workers] = await Promise.all([
    start({ DATABASE_URL, ROLE: 'api' }),
    receive(String(await freePort())),
    worker(),
    worker(),
  ]);
  for (const [name, ordering] of Object.entries({ ordered: 'resource', any: 'none' })) {
    const asked = { url: `${receiver.url}/${name}`, events: KINDS, ordering };
    expect((await api.send('POST', '/v0/webhook_subscriptions', asked)).status).toBe(201);
  }

  const written: Written[] = [];
  for (let kills = 0; kills < KILLS; kills++) {
    const before = arrivals().length;
    const writing = writeEvents({ url: DATABASE_URL, events: BY_SQL / KILLS, resources: 20, writers: 4 });
    const posting = postTopics(api, BY_API / KILLS);
    await until(async () => arrivals().length > before);
    await workers.shift()!.stop('SIGKILL');
    if (kills === 0) await hangUp(DATABASE_URL);
    if (kills === 1) {
      await receiver.stop('SIGKILL');
      await receive(new URL(receiver.url).port);
    }
    workers.push(await worker());
    written.push(await writing);
    await posting;
  }

  const waiting = `select 1 from webhook_delivery where status <> 'delivered'`;
  // On a slow machine the receiver is down for two tries, and the third one would come after minutes.
  const letTimePass = `
    update webhook_delivery set due_at = now()
    where status = 'waiting' and due_at > now() + interval '10 seconds'`;
  await until(async () => {
    await query(DATABASE_URL, letTimePass);
    return (await query(DATABASE_URL, waiting)).length === 0;
  });
  const events = await query<{ id: string; resource: string }>(
    DATABASE_URL,
    `select id, resource from event where type in ('${KINDS.join(`', '`)}') order by seq`,
  );
  expect(events.map(({ id }) => id)).toEqual(
    expect.arrayContaining(written.flatMap(({ committed }) => committed)),
  );
  expect(events).toHaveLength(BY_SQL + BY_API);
  expect(written.every(({ takenBack }) => takenBack.length > 0)).toBe(true);
  const history = judge(arrivals(), {
    committed: events.map(({ id, resource }) => ({ eventId: wireId('event', id), resource })),
    subscriptions: ['ordered', 'any'],
    ordered: ['ordered'],
  });
  expect(history).toMatchObject({ lost: [], invented: [], overtaken: [], committed: BY_SQL + BY_API });
});

async function postTopics(api: Instance, events: number): Promise<void> {
  for (let made = 0; made < events; made += 2) {
    const created = await api.send('POST', '/v0/topics', { title: 'First' });
    const { topicId } = (await created.json()) as { topicId: string };
    expect((await api.send('PATCH', `/v0/topics/${topicId}`, { title: 'Then' })).status).toBe(200);
  }
}

/** Ends the connections that hold the locks of lanes; their processes go on. */
async function hangUp(url: string): Promise<void> {
  const ended = await query(
    url,
    `select pg_terminate_backend(pid) from pg_stat_activity
     where datname = current_database() and application_name = 'foyer-lanes'`,
  );
  expect(ended.length).toBeGreaterThan(0);
}

describe('the judge of what arrived', () => {
  const committed = ['a', 'b', 'c'].map((eventId) => ({ eventId, resource: 'r' }));
  const judged = (ids: string) => {
    const arrivals: Arrival[] = [...ids].map((eventId) => ({ subscription: 's', eventId }));
    return judge(arrivals, { committed, subscriptions: ['s'], ordered: ['s'] });
  };

  it.each([
    ['abc', {}],
    ['abacbc', { repeats: 3, mostTimes: 2 }],
    ['ac', { lost: ['s b'], mostTimes: 1 }],
    ['acb', { overtaken: ['s b'] }],
    ['abcx', { invented: ['s x'] }],
  ])('sees %s for what it is', (ids, seen) => {
    const well = { committed: 3, arrived: ids.length, lost: [], invented: [], overtaken: [] };
    expect(judged(ids)).toEqual({ ...well, repeats: 0, mostTimes: 1, ...seen });
  });

  it('leaves out a line that was cut short', () => {
    expect(arrivalsIn('s a\ns ev')).toEqual([{ subscription: 's', eventId: 'a' }]);
  });
});
