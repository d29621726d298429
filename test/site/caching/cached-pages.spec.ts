import { jest } from '@jest/globals';
import request from 'supertest';
import { CachedPageSender } from '../../../src/modules/site/index.js';
import { made } from '../../assets/support.js';
import { useTestService } from '../../support/test-service.js';
import { until } from '../../support/until.js';
import { JSON_CLIENT, SiteVisitor } from '../site-visitor.js';

const used = useTestService({ SITE_RATE_LIMIT: '1:20', TRUST_PROXY: '1' });
const { service, api } = used;
const visitor = new SiteVisitor(used);
let addresses = 0;

const newAddress = () => ({ 'x-forwarded-for': `10.0.${++addresses >> 8}.${addresses & 255}` });

type Method = 'get' | 'head';

/** Sends a request, and tells whether it was answered from memory. */
async function ask(method: Method, path: string, headers: Record<string, string>) {
  const router = service.app.get(CachedPageSender, { strict: false });
  const send = jest.spyOn(router, 'send');
  const { status, text, headers: got } = await request(service.siteUrl)[method](path).set(headers);
  const isFromMemory = send.mock.results.some(({ value }) => value === true);
  send.mockRestore();
  const { date: _date, 'x-request-id': requestId, ...same } = got;
  return { isFromMemory, requestId, answer: { status, text, headers: same } };
}

describe('a page that is in memory', () => {
  beforeAll(() => visitor.shown('/kept'));

  it.each<[Method, string, Record<string, string>]>([
    ['get', '/home/kept', {}],
    ['get', '/home/kept', { 'accept-encoding': 'br' }],
    ['get', '/home/kept', { 'accept-encoding': 'gzip' }],
    ['get', '/home/kept', { 'if-none-match': '*', 'accept-encoding': 'br' }],
    ['get', '/home/kept?utm_source=mail', {}],
    ['get', '/home//kept/', {}],
    ['head', '/home/kept', { 'accept-encoding': 'br' }],
  ])('is sent as one that was looked up: %s %s %j', async (method, path, more) => {
    const headers = { 'accept-encoding': 'identity', 'x-request-id': 'mine', ...more };
    const looked = await until(async () => {
      const first = await ask(method, path, { ...headers, ...newAddress() });
      return first.isFromMemory ? undefined : first;
    });
    const kept = await until(async () => {
      const next = await ask(method, path, { ...headers, ...newAddress() });
      return next.isFromMemory ? next : undefined;
    });
    expect(kept.answer).toEqual(looked.answer);
    expect([looked.requestId, kept.requestId]).toEqual(['mine', 'mine']);
  });

  it('is not sent to a request that must be refused', async () => {
    await visitor.open('/home/kept', newAddress()).expect(200);
    const { isFromMemory, answer } = await ask('get', '/home/kept', { host: 'a b', ...newAddress() });
    expect([isFromMemory, answer.status]).toEqual([false, 400]);
  });
});

describe('a file that is in memory', () => {
  let path: string;

  beforeAll(async () => {
    const { downloadUrl } = await made(service);
    path = `/_foyer${downloadUrl}`;
  });

  it.each<[Method, Record<string, string>]>([
    ['get', {}],
    ['get', { 'if-none-match': '*' }],
    ['get', { 'if-none-match': '"other"' }],
    ['head', {}],
  ])('is sent as one that was looked up: %s %j', async (method, more) => {
    const headers = { 'x-request-id': 'mine', ...more };
    const askUntil = (isFromMemory: boolean) =>
      until(async () => {
        const answer = await ask(method, path, { ...headers, ...newAddress() });
        return answer.isFromMemory === isFromMemory && answer;
      });
    const [looked, kept] = [await askUntil(false), await askUntil(true)];
    expect(kept.answer).toEqual(looked.answer);
    expect([looked.requestId, kept.requestId]).toEqual(['mine', 'mine']);
  });

  it.each<Record<string, string>>([{ range: 'bytes=1-3' }, { 'service-worker': 'script' }, { host: 'a b' }])(
    'is not sent from memory to a request with %j',
    async (headers) => {
      await visitor.open(path, newAddress()).expect(200);
      const { isFromMemory } = await ask('get', path, { ...headers, ...newAddress() });
      expect(isFromMemory).toBe(false);
    },
  );

  it('counts against the limit of the visitor, and in the metrics', async () => {
    const greedy = newAddress();
    const answers = [];
    // More than the burst, and few enough for a short time.
    for (let times = 0; times < 60; times++) answers.push(await ask('get', path, greedy));
    const statuses = answers.map(({ answer }) => answer.status);
    expect(new Set(statuses)).toEqual(new Set([200, 429]));
    const fromMemory = answers.filter(({ isFromMemory }) => isFromMemory).length;
    expect(fromMemory).toBeGreaterThan(0);
    await visitor.open(path, newAddress()).expect(200);
    const { text } = await api.get('/metrics').expect(200);
    expect(text).toMatch(/route="\/_foyer\/files\/:token",status="200"/);
    expect(text).not.toMatch(/route="\/_foyer\/files\/[^:]/);
  });
});

describe('a visitor who asks for too much', () => {
  it('is told so, and still shown what is in memory; others are not held up', async () => {
    await visitor.shown('/popular');
    const [greedy, other] = [newAddress(), newAddress()];
    const refused = await until(async () => {
      const answer = await visitor.open('/home/nothing', { ...greedy, ...JSON_CLIENT });
      return answer.status === 429 ? answer : undefined;
    });
    expect(refused.body).toMatchObject({ status: 429, code: 'too_many_visits' });
    expect(refused.headers['retry-after']).toBe('5');
    await visitor.open('/robots.txt', greedy).expect(429);
    await visitor.open('/home/nothing', other).expect(404);
    await until(async () => {
      await visitor.open('/home/popular', newAddress()).expect(200);
      return (await visitor.open('/home/popular', greedy)).status === 200;
    });
  });
});
