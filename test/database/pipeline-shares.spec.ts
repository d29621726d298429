import { jest } from '@jest/globals';
import { ConnectionShares } from '../../src/shared/database/transactions/connection-shares.js';
import { ReadPipeline } from '../../src/shared/database/records/read-pipeline.js';
import { ServiceClient } from '../../src/shared/database/driver/service-client.js';
import { inContext, type WorkKind } from '../../src/shared/database/transactions/work-context.js';
import { exampleId } from '../../src/shared/kernel/example-ids.js';
import { useTestService } from '../support/test-service.js';
import { until } from '../support/until.js';

const MAX_UNANSWERED = 128;
const MAX_OF_A_TENANT = 64;
const MAX_BATCH = 32;

const LARGE = { text: `select repeat('x', 2000000) as text` };
const SMALL = { text: 'select 1 as one' };

const { service, api, strangerApi } = useTestService();

let shares: ConnectionShares;
let pipeline: ReadPipeline;
let overPool: jest.SpiedFunction<ConnectionShares['query']>;

beforeEach(async () => {
  shares = service.app.get(ConnectionShares);
  pipeline = new ReadPipeline(service.databaseUrl, shares, service.pool);
  overPool = jest.spyOn(shares, 'query');
  await opened(pipeline);
});
afterEach(async () => {
  jest.restoreAllMocks();
  await pipeline.onApplicationShutdown();
});

async function opened(each: ReadPipeline): Promise<void> {
  await until(async () => {
    overPool.mockClear();
    await each.rows(SMALL);
    return overPool.mock.calls.length === 0;
  });
}

const read = (tenantId: string, query = SMALL, kind?: WorkKind) =>
  inContext({ tenantId, kind }, () => pipeline.rows(query));

/** All of them over the pipeline, and none that a busy machine has lost meanwhile. */
async function answeredLarge(tenants: readonly string[]): Promise<void> {
  await until(async () => {
    await opened(pipeline);
    for (const tenant of tenants) await read(tenant, LARGE);
    return overPool.mock.calls.length === 0;
  });
}

/** How many of so many reads, all asked at one moment, the pipeline takes. It has had no answer in between. */
function takenOf(count: number, ask: () => Promise<unknown>): { taken: number; answered: Promise<unknown> } {
  const before = overPool.mock.calls.length;
  const asked = Array.from({ length: count }, ask);
  return { taken: count - (overPool.mock.calls.length - before), answered: Promise.all(asked) };
}

it('a tenant has half of the pipeline, and all tenants no more than there is', async () => {
  const [one, other, third] = ['one', 'other', 'third'].map((tenant) => takenOf(100, () => read(tenant)));
  expect([one!.taken, other!.taken, third!.taken]).toEqual([MAX_OF_A_TENANT, MAX_OF_A_TENANT, 0]);
  await Promise.all([one, other, third].map((each) => each!.answered));
  // On a busy machine it may be lost meanwhile, and is opened again.
  await until(() => takenOf(1, () => read('one')).taken === 1);
});

it('many tenants have no more of it than there is', async () => {
  const all = Array.from({ length: 10 }, (_, tenant) => takenOf(20, () => read(`tenant ${tenant}`)));
  expect(all.reduce((sum, { taken }) => sum + taken, 0)).toBe(MAX_UNANSWERED);
  await Promise.all(all.map(({ answered }) => answered));
});

it('a tenant with large answers has less of it, and leaves room for others', async () => {
  await answeredLarge(['large']);
  const large = takenOf(30, () => read('large'));
  const small = takenOf(1, () => read('small'));
  expect(large.taken).toBeLessThan(8);
  expect(small.taken).toBe(1);
  await Promise.all([large.answered, small.answered]);
});

it('several tenants with large answers have no more of it than there are bytes', async () => {
  const tenants = ['one', 'other', 'third'];
  await answeredLarge(tenants);
  const all = tenants.map((tenant) => takenOf(30, () => read(tenant)));
  const small = takenOf(1, () => read('small'));
  expect(small.taken).toBe(0);
  await Promise.all([small, ...all].map(({ answered }) => answered));
});

it('jobs and lanes have none of it', async () => {
  for (const kind of ['job', 'lane'] as const) {
    const { taken, answered } = takenOf(1, () => read('one', SMALL, kind));
    expect(taken).toBe(0);
    await answered;
  }
});

it('what is asked at one moment is sent in pieces, so that the first need not wait for the last', async () => {
  const sent = jest.spyOn(ServiceClient.prototype, 'send');
  await takenOf(MAX_OF_A_TENANT, () => read('one')).answered;
  expect(sent.mock.calls.map(([statements]) => statements.length)).toEqual([MAX_BATCH, MAX_BATCH]);
});

describe('a pipeline that is lost', () => {
  const STALE = { name: 'stale', text: 'select * from stale' };
  beforeAll(() => service.pool.query('create table stale (id int)'));

  /** The server refuses the plan that it has kept, and with it goes the pipeline. */
  async function lose(): Promise<void> {
    await read('one', STALE);
    await service.pool.query('alter table stale add column more int');
    await read('one', STALE);
  }

  it('is replaced, but not before a second has gone by since it was opened', async () => {
    const now = jest.spyOn(performance, 'now').mockReturnValue(performance.now());
    const fresh = new ReadPipeline(service.databaseUrl, shares, service.pool);
    await opened(fresh);
    await pipeline.onApplicationShutdown();
    pipeline = fresh;
    await lose();
    const connect = jest.spyOn(ServiceClient.prototype, 'connect');
    expect(takenOf(1, () => read('one')).taken).toBe(0);
    expect(connect).not.toHaveBeenCalled();
    now.mockRestore();
    await until(() => takenOf(1, () => read('one')).taken === 1);
  });

  it('is not replaced once the service ends', async () => {
    await pipeline.onApplicationShutdown();
    jest.spyOn(performance, 'now').mockReturnValue(performance.now() + 2000);
    const connect = jest.spyOn(ServiceClient.prototype, 'connect');
    const { taken, answered } = takenOf(1, () => read('one'));
    await answered;
    expect(taken).toBe(0);
    expect(connect).not.toHaveBeenCalled();
  });
});

describe('while a tenant has all of its share', () => {
  const TOPIC = `/v0/topics/${exampleId('topic')}`;

  /** Whether the next request's read goes over the pool, where the tenant fills its share in the moment before. */
  async function goesOverPool(request: () => PromiseLike<unknown>): Promise<boolean> {
    const own = service.app.get(ReadPipeline);
    await opened(own);
    const rows = own.rows.bind(own);
    const fill = () => Promise.all(Array.from({ length: MAX_OF_A_TENANT }, () => rows(SMALL)));
    let isOverPool = false;
    jest.spyOn(own, 'rows').mockImplementationOnce((query) => {
      void inContext({ tenantId: service.home.id }, fill);
      const before = overPool.mock.calls.length;
      const answer = rows<never>(query);
      isOverPool = overPool.mock.calls.length > before;
      return answer;
    });
    await request();
    return isOverPool;
  }

  it('its next request is answered over the pool', async () => {
    expect(await goesOverPool(() => api.get(TOPIC).expect(200))).toBe(true);
  });

  it('those of others are not', async () => {
    expect(await goesOverPool(() => strangerApi.get(TOPIC).expect(404))).toBe(false);
  });
});
