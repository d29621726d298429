import { EventStreamReader } from '../support/event-stream-reader.js';
import { cleanUp, freshDatabase, KEY, start, until } from './support.js';

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
