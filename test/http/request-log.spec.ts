import request from 'supertest';
import { captureLog } from '../support/captured-log.js';
import { useTestService } from '../support/test-service.js';
import { until } from '../support/until.js';

const { logger, lines } = captureLog({ level: 'debug' });
const { service } = useTestService({ TRUST_PROXY: '127.0.0.1, 10.0.0.0/8' }, logger);

beforeEach(() => void (lines.length = 0));

interface Line {
  level: number;
  msg: string;
  route?: string;
  client?: string;
}

const INFO = 30;
const DEBUG = 20;

async function loggedFor(path: string, headers: Record<string, string> = {}): Promise<Line> {
  await request(service.url).get(path).set('x-api-key', service.home.key).set(headers);
  const find = () => lines.map((line) => JSON.parse(line) as Line).find(({ msg }) => msg === 'request');
  await until(() => find() !== undefined);
  return find()!;
}

describe('the log of requests', () => {
  it('has health checks for debugging only', async () => {
    expect(await loggedFor('/v0/topics')).toMatchObject({ level: INFO, route: '/v0/topics' });
    lines.length = 0;
    expect(await loggedFor('/health/live')).toMatchObject({ level: DEBUG, route: '/health/live' });
  });

  it.each([
    ['nothing', {}, '127.0.0.1'],
    ['a trusted proxy', { 'x-forwarded-for': '203.0.113.7' }, '203.0.113.7'],
    ['two trusted proxies', { 'x-forwarded-for': '203.0.113.7, 10.1.2.3' }, '203.0.113.7'],
    ['a caller who lies', { 'x-forwarded-for': '192.0.2.1, 203.0.113.7' }, '203.0.113.7'],
  ])('has the address of the caller, as told by %s', async (_, headers, client) => {
    expect(await loggedFor('/v0/topics', headers)).toMatchObject({ client });
  });
});

describe('without trusted proxies', () => {
  const { logger, lines: untrusted } = captureLog();
  const { service } = useTestService({}, logger);

  it('a caller can not choose the address that is logged', async () => {
    await request(service.url).get('/v0/topics').set('x-forwarded-for', '203.0.113.7');
    await until(() => untrusted.some((line) => line.includes('"client":"127.0.0.1"')));
    expect(untrusted.join('')).not.toContain('203.0.113.7');
  });
});
