import { EventStreamReader } from '../../support/api/event-stream-reader.js';
import { hasHaproxy, startHaproxy } from '../haproxy.js';
import { cleanUp, freshDatabase, KEY, start, until, type Instance } from '../support.js';

afterEach(cleanUp);

it('a stream goes on in another process after its own was killed, without a gap', async () => {
  const environment = { DATABASE_URL: await freshDatabase(), ROLE: 'api' };
  const [first, second] = [await start(environment), await start(environment)];
  const stream = await EventStreamReader.open({ url: first.url, key: KEY, query: 'type=topic.created' });
  await until(() => stream.lastEventId !== undefined);
  const made: string[] = [];
  let isWriting = true;
  const write = async () => {
    while (isWriting) {
      const answer = await second.send('POST', '/v0/topics', { title: 'News' });
      made.push(((await answer.json()) as { topicId: string }).topicId);
    }
  };
  const writing = Promise.all(Array.from({ length: 4 }, write));
  await until(() => stream.events.length > 10);
  await first.stop('SIGKILL');
  await until(() => stream.isOver);
  const resumed = await stream.again(second.url);
  await until(() => resumed.events.length > 10);
  isWriting = false;
  await writing;
  const isSeen = (topicId: string) =>
    [...stream.events, ...resumed.events].some(({ data }) => data.includes(topicId));
  await until(() => made.every(isSeen));
});

it('a stream does not hold up the end of its process', async () => {
  const api = await start({
    ...{ DATABASE_URL: await freshDatabase(), ROLE: 'api' },
    ...{ SHUTDOWN_DELAY_MS: '0', SHUTDOWN_TIMEOUT_MS: '60000' },
  });
  const stream = await EventStreamReader.open({ url: api.url, key: KEY });
  await until(() => stream.lastEventId !== undefined);
  await api.stop('SIGTERM');
  expect(stream.comments.at(-1)).toBe('This process is shutting down.');
});

const SHUTTING_DOWN = 'This process is shutting down.';

const newTopic = async (instance: Instance): Promise<string> => {
  const answer = await instance.send('POST', '/v0/topics', { title: 'News' });
  return ((await answer.json()) as { topicId: string }).topicId;
};

describe('several processes under one parent', () => {
  let group: Instance;
  beforeEach(async () => {
    const others = { PROCESSES: '2', RATE_LIMIT: 'off', SHUTDOWN_DELAY_MS: '0' };
    group = await start({ DATABASE_URL: await freshDatabase(), ...others });
  });

  /** As many streams as there is room for, out of this many. */
  async function openAll(count: number, key = KEY): Promise<EventStreamReader[]> {
    const opened = await Promise.all(
      Array.from({ length: count }, () => EventStreamReader.open({ url: group.url, key })),
    );
    const refused = opened.filter(({ answer }) => answer.statusCode !== 200);
    expect(refused.map(({ answer }) => answer.statusCode)).toEqual(refused.map(() => 429));
    const streams = opened.filter((stream) => !refused.includes(stream));
    await Promise.all(streams.map((stream) => stream.started()));
    return streams;
  }

  it('allow a key 20 streams together, send each what any of them writes, and end all in good order', async () => {
    const streams = await openAll(60);
    // Each allows ten, and the connections are spread over both.
    expect(streams.length).toBeGreaterThan(10);
    expect(streams.length).toBeLessThanOrEqual(20);
    const topicIds = await Promise.all([1, 2, 3, 4].map(() => newTopic(group)));
    await Promise.all(streams.map((stream) => stream.has(...topicIds)));
    expect(await group.stop('SIGTERM')).toEqual({ code: 0, signal: null });
    expect(streams.map(({ comments }) => comments.at(-1))).toEqual(streams.map(() => SHUTTING_DOWN));
  });

  it('end the streams of a key in all processes, within a second after one has revoked it', async () => {
    const body = { name: 'Streams', scopes: ['events:read'] };
    const made = await (await group.send('POST', '/v0/api_keys', body)).json();
    const { apiKeyId, secret } = made as { apiKeyId: string; secret: string };
    const streams = await openAll(16, secret);
    expect(streams.length).toBeGreaterThan(10);
    const other = await EventStreamReader.open({ url: group.url, key: KEY });
    const begin = performance.now();
    expect((await group.send('DELETE', `/v0/api_keys/${apiKeyId}`, {})).status).toBe(200);
    await until(() => streams.every(({ isOver }) => isOver));
    expect(performance.now() - begin).toBeLessThan(1500);
    expect(new Set(streams.map(({ comments }) => comments.at(-1)))).toEqual(
      new Set(['This API key was revoked.']),
    );
    await other.has(await newTopic(group));
  });
});

(hasHaproxy ? it : it.skip)(
  'HAProxy passes each event on at once, and a stream goes on behind it while processes are replaced',
  async () => {
    const environment = { DATABASE_URL: await freshDatabase(), ROLE: 'api', SHUTDOWN_DELAY_MS: '0' };
    const instances = [await start(environment), await start(environment)] as const;
    const portOf = ({ url }: Instance) => Number(new URL(url).port);
    const proxy = await startHaproxy(instances.map(portOf));
    for (const instance of instances) await proxy.sees(portOf(instance), 'UP');
    // Two connections one after the other get one process each.
    const streams: EventStreamReader[] = [];
    for (let count = 0; count < 2; count++)
      streams.push(await (await EventStreamReader.open({ url: proxy.url, key: KEY })).started());
    const first = await newTopic(instances[1]);
    // Nothing else is sent that could push it through a buffer.
    await Promise.all(streams.map((stream) => stream.has(first)));
    await instances[0].stop('SIGTERM');
    await until(() => streams.filter(({ isOver }) => isOver).length === 1);
    const [ended, going] = streams[0]!.isOver ? streams : [streams[1], streams[0]];
    expect(ended!.comments.at(-1)).toBe(SHUTTING_DOWN);
    const missed = await newTopic(instances[1]);
    await going!.has(missed);
    await proxy.sees(portOf(instances[0]), 'DOWN');
    const resumed = await ended!.again();
    await resumed.has(missed, await newTopic(instances[1]));
    expect(resumed.events.some(({ data }) => data.includes(first))).toBe(false);
  },
);
