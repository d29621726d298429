import { jest } from '@jest/globals';
import request from 'supertest';
import { CachedPageSender } from '../../src/modules/site/index.js';
import { useTestService } from '../support/test-service.js';
import { until } from '../support/until.js';
import { JSON_CLIENT, SiteVisitor } from './site-visitor.js';

const used = useTestService({ SITE_RATE_LIMIT: '1:20', TRUST_PROXY: '1' });
const { service } = used;
const visitor = new SiteVisitor(used);
let addresses = 0;

const newAddress = () => ({ 'x-forwarded-for': `10.0.0.${++addresses}` });

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
