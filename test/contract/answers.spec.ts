import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { watchAnswers } from '../support/openapi/contract-watch.js';
import { call, inSafeOrder, operationsOf } from '../support/openapi/operations.js';
import { useTestService } from '../support/test-service.js';
import { PROMISED } from './contract.js';

describe('what the service answers', () => {
  const { service } = useTestService();

  it('was looked at for every operation of the contract, here as in all tests', async () => {
    for (const operation of inSafeOrder(await operationsOf(service)))
      await call(service, operation, { path: operation.examplePath, key: service.home.key });
    expect([...service.contract.answered].sort()).toEqual(PROMISED.map(({ name }) => name).sort());
  });
});

describe('the watch over answers', () => {
  /** What it says of an answer that some server gives. */
  async function breachesOf(
    path: string,
    status: number,
    body: object,
    link = '</docs/errors#topic_not_found>; rel="help"',
  ): Promise<readonly string[]> {
    const server = createServer((_, res) => {
      res.setHeader('link', link);
      res.writeHead(status).end(JSON.stringify(body));
    });
    const watch = watchAnswers(server);
    await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve));
    await fetch(`http://127.0.0.1:${(server.address() as AddressInfo).port}${path}`);
    server.close();
    return watch.breaches;
  }

  const list = { items: [], hasMore: false, nextCursor: null, totalCount: 0 };
  const topic = {
    topicId: 'a',
    title: 'b',
    purpose: null,
    sortOrder: 0,
    isDefault: false,
    createdAt: '+12',
    updatedAt: '+12',
    entries: [],
  };

  it.each([
    ['/v0/topics', 200, list],
    ['/v0/topics?limit=1', 200, { ...list, items: [topic] }],
    ['/v0/topics/topic_1', 200, topic],
    ['/v0/topics/topic_1', 404, { code: 'topic_not_found' }],
    ['/v0/elsewhere', 200, { odd: true }],
  ])('has nothing against %s %d %j', async (path, status, body) => {
    expect(await breachesOf(path, status, body)).toEqual([]);
  });

  it.each([
    ['/v0/topics', 200, { ...list, totalCount: -1 }, '/totalCount'],
    ['/v0/topics', 200, { ...list, nextCursor: '' }, '/nextCursor'],
    ['/v0/topics?limit=1', 200, { ...list, items: [{ ...topic, createdAt: '12' }] }, '/items/0/createdAt'],
    ['/v0/topics/topic_1', 200, { ...topic, more: 1 }, '"additionalProperty":"more"'],
    ['/v0/topics/topic_1', 201, { ...topic, title: null }, '/title'],
    ['/v0/topics/topic_1', 200, {}, '"missingProperty":"topicId"'],
    ['/v0/topics/topic_1', 404, { code: 'nothing_there' }, 'nothing_there is not documented'],
    ['/v0/topics/topic_1', 404, { code: 'page_not_found' }, 'page_not_found is not documented at this'],
  ])('notes %s %d %j', async (path, status, body, told) => {
    expect((await breachesOf(path, status, body))[0]).toContain(told);
  });

  it('notes a problem that links to the entry of another one', async () => {
    const link = '</docs/errors#page_not_found>; rel="help"';
    const [breach] = await breachesOf('/v0/topics/topic_1', 404, { code: 'topic_not_found' }, link);
    expect(breach).toContain('has no link to its entry');
  });
});
