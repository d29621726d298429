import type { ServerResponse } from 'node:http';
import { createGzip, gzipSync, type Gzip } from 'node:zlib';
import { jest } from '@jest/globals';
import { SETTINGS_TOKEN } from '../../src/shared/config/config.module.js';
import type { Settings } from '../../src/shared/config/settings.js';
import { completion, json, ModelServer, saying, status } from '../pages/composing/model-server.js';
import { startTestService, type TestService } from '../support/test-service.js';
import { until } from '../support/until.js';
import { AskingVisitor } from './asking.js';

const TEXT = 'The museum opens at nine.';
const QUESTION = 'When does the museum open?';

const model = new ModelServer();
let service: TestService;
let visitor: AskingVisitor;
let to: string;
let entryId: string;

beforeAll(async () => {
  const COMPOSER_URL = await model.start();
  const limits = { TRUST_PROXY: '1', ANSWER_BUDGET: '1000', COMPOSER_TIMEOUT_MS: '1000' };
  service = await startTestService({ COMPOSER_URL, COMPOSER_MODEL: 'small', ANSWER_MODEL: 'on', ...limits });
  const { home, stranger } = service;
  visitor = new AskingVisitor({ service, api: home.api, strangerApi: stranger.api });
  entryId = await visitor.entry(TEXT);
  ({ to } = await visitor.pageAt('/museum'));
});
beforeEach(() => model.forget());
afterEach(() => jest.restoreAllMocks());
afterAll(async () => {
  await service.close();
  await model.stop();
});

const plain =
  (body: string | Buffer, headers = {}) =>
  (res: ServerResponse) =>
    void res.writeHead(200, headers).end(body);

const words = (answer: string) => ({ answer, passageIds: [entryId] });

it.each<[string, () => (res: ServerResponse) => void]>([
  ['never comes', () => () => undefined],
  ['comes byte by byte', () => trickle],
  [
    'is large only when it is unpacked',
    () => plain(gzipSync(Buffer.alloc(2e7)), { 'content-encoding': 'gzip' }),
  ],
  ['is not packed as it says', () => plain('{}', { 'content-encoding': 'gzip' })],
  ['is a page', () => plain('<h1>Welcome</h1>', { 'content-type': 'text/html' })],
  ['is nested too deep', () => plain('['.repeat(60_000))],
  ['is nested too deep inside', () => json(completion('{"answer":'.repeat(5_000)))],
  ['has a NUL', () => saying(words('At\0ten.'))],
  [
    'has half a character',
    () => json(completion(JSON.stringify(words('x')).replace('"x"', String.raw`"\ud800"`))),
  ],
  ['breaks off', () => (res) => void res.writeHead(200).write('{"choices":', () => res.socket!.destroy())],
  ['comes in a year', () => status(429, { 'retry-after': '31536000' })],
])('an answer that %s is not shown, and the entry itself is', async (_, way) => {
  model.usual = way();
  const { body } = await visitor.ask(to, QUESTION).expect(200);
  expect(body).toEqual({ answer: TEXT });
  expect(model.asked).toHaveLength(1);
});

/** Until the reader leaves. */
function trickle(res: ServerResponse): void {
  res.writeHead(200);
  const timer = setInterval(() => res.write(' '), 20);
  res.once('close', () => clearInterval(timer));
}

it.each<[string, (res: ServerResponse) => ServerResponse | Gzip]>([
  ['never ends', (res) => res],
  ['never ends once it is unpacked', packed],
])('of an answer that %s, little is read, long before its time is over', async (_, begin) => {
  jest.replaceProperty(service.app.get<Settings>(SETTINGS_TOKEN), 'COMPOSER_TIMEOUT_MS', 60_000);
  let sent = 0;
  model.usual = (res) => {
    const target = begin(res.writeHead(200, begin === packed ? { 'content-encoding': 'gzip' } : {}));
    const pour = () => {
      while (!res.destroyed) {
        sent += 65_536;
        if (!target.write(' '.repeat(65_536))) return void target.once('drain', pour);
      }
    };
    pour();
  };
  const { body } = await visitor.ask(to, QUESTION).expect(200);
  expect(body).toEqual({ answer: TEXT });
  expect(sent).toBeLessThan(64 * 1_048_576);
});

function packed(res: ServerResponse): Gzip {
  const gzip = createGzip();
  gzip.pipe(res);
  return gzip;
}

it('an answer with markup is shown as text', async () => {
  const answer = '<script>alert(1)</script> [x](javascript:alert(1))';
  model.usual = saying(words(answer));
  const { text } = await visitor.send(to, { question: QUESTION }).expect(200);
  expect(text).toContain('&lt;script>alert(1)');
  expect(text).not.toMatch(/<script>alert|href="javascript/);
});

/** Each from an address of its own, so that no limit of one address holds them up. */
const fiftyQuestions = () =>
  Array.from({ length: 50 }, (_, index) =>
    visitor.ask(to, QUESTION).set('x-forwarded-for', `192.0.2.${index}`).expect(200),
  );

it('while 50 visitors wait for the model, no connection is held, and others are answered', async () => {
  jest.replaceProperty(service.app.get<Settings>(SETTINGS_TOKEN), 'COMPOSER_TIMEOUT_MS', 60_000);
  const held: ServerResponse[] = [];
  model.usual = (res) => void held.push(res);
  const answers = Promise.all(fiftyQuestions());
  await until(async () => held.length === 50);
  // The transaction that a question begins with may still be ending.
  await until(async () => (await openTransactions()) === 0);
  await visitor.open('/home/museum').expect(200);
  await service.home.api.get('/v0/topics').expect(200);
  for (const res of held) status(500)(res);
  expect(new Set((await answers).map(({ body }) => body.answer))).toEqual(new Set([TEXT]));
});

async function openTransactions(): Promise<number> {
  const { rows } = await service.pool.query<{ count: string }>(
    `select count(*) from pg_stat_activity
     where datname = current_database() and state like 'idle in transaction%'`,
  );
  return Number(rows[0]!.count);
}
