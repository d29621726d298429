import { EventEmitter } from 'node:events';
import { jest } from '@jest/globals';
import type { Response } from 'express';
import request from 'supertest';
import { RequestTurns } from '../../src/shared/auth/request-turns.js';
import { pathOf } from '../pages/records.js';
import { SiteVisitor } from '../site/site-visitor.js';
import { HeldTransaction } from '../support/database/held-transaction.js';
import { useTestService } from '../support/test-service.js';
import { until } from '../support/until.js';

const used = useTestService();
const { service, api, strangerApi } = used;
const visitor = new SiteVisitor(used);

const MANY = 30;
const NEIGHBOUR = 'neighbour';

const turns = () => service.app.get(RequestTurns, { strict: false });

/** Somebody who is there all the time, also on a machine that takes seconds for a request. */
function neighbour(): { [Symbol.dispose]: () => void } {
  const timer = setInterval(() => {
    const response = new EventEmitter();
    void turns().take(NEIGHBOUR, response as Response);
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
  const take = jest.spyOn(turns(), 'take');
  const taken = () =>
    take.mock.calls.flatMap(([owner], at) => (owner === NEIGHBOUR ? [] : [take.mock.results[at]!]));
  const hasWaited = () => taken().some(({ value }) => value !== undefined);
  const held = await HeldTransaction.begin(service, `lock table ${tables} in access exclusive mode`);
  const answers: PromiseLike<Answer>[] = [];
  // A turn ends after a while, so on a slow machine each request of a burst may find one. Even two bursts are fewer
  // than an owner may have at work alone.
  for (let burst = 1; burst <= 2 && !hasWaited(); burst++) {
    answers.push(...Array.from({ length: MANY }, (_, at) => send(at)));
    void Promise.all(answers);
    await until(() => hasWaited() || taken().length >= burst * MANY);
  }
  expect(hasWaited()).toBe(true);
  await strangerApi.get('/v0/topics').expect(200);
  await held.rollback();
  expect(new Set((await Promise.all(answers)).map((answer) => answer.status))).toEqual(new Set([status]));
  expect(turns().waiting).toBe(0);
  take.mockRestore();
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
