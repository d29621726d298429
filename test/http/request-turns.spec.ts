import { EventEmitter } from 'node:events';
import type { Response } from 'express';
import request from 'supertest';
import { RequestTurns } from '../../src/shared/auth/request-turns.js';
import { pathOf } from '../pages/records.js';
import { SiteVisitor } from '../site/site-visitor.js';
import { HeldTransaction } from '../support/held-transaction.js';
import { useTestService } from '../support/test-service.js';
import { until } from '../support/until.js';

const used = useTestService();
const { service, api, strangerApi } = used;
const visitor = new SiteVisitor(used);

const MANY = 30;

const atOnce = <Answer>(send: (at: number) => PromiseLike<Answer>) =>
  Promise.all(Array.from({ length: MANY }, (_, at) => send(at)));

const turns = () => service.app.get(RequestTurns, { strict: false });

/** Asked of the service itself: metrics may take longer than the requests wait. */
const waiting = () => turns().waiting;

/** Somebody who is there all the time, also on a machine that takes seconds for a request. */
function neighbour(): { [Symbol.dispose]: () => void } {
  const timer = setInterval(() => {
    const response = new EventEmitter();
    void turns().take('neighbour', response as Response);
    response.emit('close');
  }, 50);
  return { [Symbol.dispose]: () => clearInterval(timer) };
}

/**
 * Nobody gets an answer as long as these tables are locked. Of many requests by one owner, only a few are then at work;
 * another tenant is served all the time.
 */
async function expectTurns<Answer extends { status: number }>(
  tables: string,
  send: (at: number) => PromiseLike<Answer>,
  status = 200,
): Promise<void> {
  using _present = neighbour();
  const held = await HeldTransaction.begin(service, `lock table ${tables} in access exclusive mode`);
  const answers = atOnce(send);
  await until(() => waiting() > MANY / 4);
  await strangerApi.get('/v0/topics').expect(200);
  await held.rollback();
  expect(new Set((await answers).map((answer) => answer.status))).toEqual(new Set([status]));
  expect(waiting()).toBe(0);
}

it('the requests of a tenant wait for each other, not those of another tenant', async () => {
  const audience = await visitor.audience();
  await expectTurns('audience', (at) => api.patch(pathOf(audience), { supplementaryContext: `${at}` }));
});

it('so do the requests of a visitor', async () => {
  await expectTurns('page_link', (at) => visitor.open(`/home/missing-${at}`), 404);
});

it('so do the requests for a chart', async () => {
  const { body } = await api.get('/v0/analytics').expect(200);
  await expectTurns('analytics_total', () => request(service.url).get(body.chartUrl as string));
});
