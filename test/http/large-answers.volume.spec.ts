import { connect, type Socket } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { jest } from '@jest/globals';
import { until } from '../support/until.js';
import { useTestService, type TestTenant } from '../support/test-service.js';
import { largeAnswers } from '../../src/shared/answers/large-answers.js';
import { PreparedReads } from '../../src/shared/database/records/prepared-reads.js';
import { newUuid } from '../../src/shared/kernel/ids.js';
import { CONTENT, made } from '../assets/support.js';

const MIB = 1024 * 1024;
const BUDGET = 8 * MIB;
const SLOW = 60_000;
const SEND_TIMEOUT_MS = 500;

const { service, strangerApi } = useTestService({ SEND_TIMEOUT_MS: String(SEND_TIMEOUT_MS) });

/** Topics with one entry each, of as many bytes. */
async function fillTopics({ id }: TestTenant, count: number, bytes: number, character = 'x'): Promise<void> {
  for (let n = 0; n < count; n++) {
    const topicId = newUuid();
    await service.pool.query(
      `insert into topic (id, tenant_id, title, sort_order, is_default, created_at, updated_at)
       values ($1, $2, $3, $4, false, now(), now())`,
      [topicId, id, `Large ${n}`, 1000 + n],
    );
    await service.pool.query(
      `insert into topic_entry (id, tenant_id, topic_id, sort_order, content_type, content_text, created_at, updated_at)
       values ($1, $2, $3, 0, 'text', repeat($4, $5), now(), now())`,
      [newUuid(), id, topicId, character, bytes],
    );
  }
}

async function removeTopics({ id }: TestTenant): Promise<void> {
  await service.pool.query('delete from topic_entry where tenant_id = $1', [id]);
  await service.pool.query('delete from topic where tenant_id = $1', [id]);
}

/** Asks, and reads nothing of the answer. */
function stalledReader(path: string, key: string): Socket {
  const { hostname, port } = new URL(service.url);
  const socket = connect(Number(port), hostname);
  socket.on('error', () => undefined);
  socket.pause();
  socket.write(`GET ${path} HTTP/1.1\r\nHost: x\r\nx-api-key: ${key}\r\n\r\n`);
  return socket;
}

/** The service's ends of all connections. */
const ends: Socket[] = [];
beforeAll(() => void service.app.getHttpServer().on('connection', (socket: Socket) => ends.push(socket)));

const endOf = ({ localPort }: Socket) => ends.findLast(({ remotePort }) => remotePort === localPort);

/** Until the service has closed the connections of these callers. */
async function closed(readers: readonly Socket[]): Promise<void> {
  await until(() => readers.every((reader) => reader.localPort && (endOf(reader)?.destroyed ?? false)));
  for (const reader of readers) reader.destroy();
}

afterEach(() => removeTopics(service.stranger));

describe('a page of a list', () => {
  it(
    'ends at 8 MiB, and the walk goes on after it',
    async () => {
      await fillTopics(service.stranger, 20, MIB);
      const seen: string[] = [];
      let pages = 0;
      for (let cursor = ''; ; pages++) {
        const { body, text, headers } = await strangerApi.get(`/v0/topics?limit=100${cursor}`).expect(200);
        expect(Number(headers['content-length'])).toBe(Buffer.byteLength(text));
        expect(text.length).toBeLessThanOrEqual(BUDGET + 1000);
        expect(body.totalCount).toBe(20);
        seen.push(...body.items.map(({ title }: { title: string }) => title));
        if (!body.hasMore) break;
        cursor = `&cursor=${body.nextCursor}`;
      }
      expect(pages).toBe(2);
      expect(seen).toEqual(Array.from({ length: 20 }, (_, n) => `Large ${n}`));
    },
    SLOW,
  );

  it.each([
    ['after some of it', 12, MIB, 2],
    ['that would be first, and alone', 2, 9 * MIB, 1],
  ])(
    'ends where the rest is deleted meanwhile, %s',
    async (_, count, bytes, readsBefore) => {
      await fillTopics(service.stranger, count, bytes);
      const reads = service.app.get(PreparedReads);
      const all = reads.all.bind(reads) as (...args: unknown[]) => Promise<unknown[]>;
      let pages = 0;
      const reading = jest.spyOn(reads, 'all').mockImplementation((async (...args: unknown[]) => {
        if (++pages > readsBefore) await removeTopics(service.stranger);
        return all(...args);
      }) as unknown as typeof reads.all);
      const { body } = await strangerApi.get('/v0/topics?limit=100').expect(200);
      reading.mockRestore();
      expect(body.items.length).toBeLessThan(count);
    },
    SLOW,
  );

  it(
    'shows a record that is larger alone',
    async () => {
      await fillTopics(service.stranger, 2, 9 * MIB);
      const { body } = await strangerApi.get('/v0/topics').expect(200);
      expect(body).toMatchObject({ hasMore: true, totalCount: 2, items: [{ title: 'Large 0' }] });
      expect(body.items[0].entries[0].content.content).toHaveLength(9 * MIB);
    },
    SLOW,
  );

  it(
    'counts what characters take in JSON',
    async () => {
      await fillTopics(service.stranger, 7, MIB, '\u0001');
      const { body, text } = await strangerApi.get('/v0/topics').expect(200);
      expect(text.length).toBeLessThanOrEqual(BUDGET + 1000);
      expect(body).toMatchObject({ hasMore: true, items: [{ title: 'Large 0' }] });
      expect(body.items).toHaveLength(1);
    },
    SLOW,
  );

  it(
    'has an ETag by which it is known again',
    async () => {
      await fillTopics(service.stranger, 3, MIB);
      const { headers } = await strangerApi.get('/v0/topics').expect(200);
      await strangerApi.get('/v0/topics').set('if-none-match', headers.etag!).expect(304);
    },
    SLOW,
  );
});

describe('a caller that hangs up', () => {
  it(
    'has nothing more done for it',
    async () => {
      await fillTopics(service.stranger, 8, MIB - 1000);
      const steps = jest.spyOn(largeAnswers, 'inTurn');
      await strangerApi.get('/v0/topics').expect(200);
      const wholeAnswer = steps.mock.calls.length;
      steps.mockClear();
      const inTurn = steps.getMockImplementation()!;
      const caller = stalledReader('/v0/topics', service.stranger.key);
      steps.mockImplementationOnce(async (step) => {
        const end = endOf(caller)!;
        caller.destroy();
        await until(() => end.destroyed);
        return inTurn.call(largeAnswers, step);
      });
      await until(() => caller.destroyed);
      await steps.mock.results[0]!.value;
      // It takes turns with the other, so it is over before.
      await strangerApi.get('/v0/topics').expect(200);
      // The page was read, which is less than half of the steps, and neither hashed nor sent.
      expect(steps.mock.calls.length).toBeLessThan(1.5 * wholeAnswer);
      steps.mockRestore();
    },
    SLOW,
  );
});

describe('a caller that reads', () => {
  it(
    'is not closed while it is the service that takes its time',
    async () => {
      await fillTopics(service.stranger, 8, MIB - 1000);
      const steps = jest.spyOn(largeAnswers, 'inTurn');
      const inTurn = steps.getMockImplementation()!;
      await strangerApi.get('/v0/topics').expect(200);
      const beforeTheLast = steps.mock.calls.length - 2;
      steps.mockClear().mockImplementation(async (step) => {
        if (steps.mock.calls.length > beforeTheLast) await pause(3 * SEND_TIMEOUT_MS);
        return inTurn.call(largeAnswers, step);
      });
      const { body } = await strangerApi.get('/v0/topics').expect(200);
      expect(body.items).toHaveLength(8);
      steps.mockRestore();
    },
    SLOW,
  );
});

describe('a caller that does not read', () => {
  it(
    'of a list is closed, and the room of its answer is free again',
    async () => {
      await fillTopics(service.stranger, 9, MIB);
      for (let round = 0; round < 3; round++)
        await closed(Array.from({ length: 3 }, () => stalledReader('/v0/topics', service.stranger.key)));
      await strangerApi.get('/v0/topics').expect(200);
    },
    SLOW,
  );

  it(
    'of a file is closed',
    async () => {
      const content = Buffer.concat([CONTENT.png, Buffer.alloc(20 * MIB, 7)]);
      const { downloadUrl } = await made(service, { content });
      await closed([stalledReader(downloadUrl!, service.home.key)]);
    },
    SLOW,
  );
});
