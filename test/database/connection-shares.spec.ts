import { ConnectionShares, poolSizeFor } from '../../src/shared/database/transactions/connection-shares.js';
import type { Connection } from '../../src/shared/database/transactions/transaction.js';
import { inContext, type WorkKind } from '../../src/shared/database/transactions/work-context.js';
import { useTestService } from '../support/test-service.js';
import { until } from '../support/until.js';

const { service } = useTestService({ DATABASE_POOL_MAX: '5' });

const SHARES = { request: 5, job: 2, lane: 1, service: 1 } as const;
const RESERVE = 1;

let shares: ConnectionShares;
let taken: Promise<Connection>[];
beforeEach(async () => {
  shares = service.app.get(ConnectionShares);
  taken = [];
  // The service may have something of its own to ask.
  await until(() => Object.values(shares.queues).every(({ atWork }) => atWork === 0));
});
/** Those that wait have theirs as others give theirs back. */
afterEach(() => Promise.all(taken.map(async (each) => (await each).release(false))));

function take(kind: WorkKind, tenantId: string, count: number): void {
  for (let asked = 0; asked < count; asked++)
    taken.push(inContext({ tenantId, kind }, () => shares.connect()));
}

const stateOf = (kind: WorkKind) => [shares.queues[kind].atWork, shares.queues[kind].waiting];

describe.each(Object.entries(SHARES) as [WorkKind, number][])('work of the kind %s', (kind, share) => {
  it(`has ${share} connections of the pool, and the rest of it waits`, () => {
    take(kind, 'one', share + 3);
    expect(stateOf(kind)).toEqual([share, 3]);
  });

  it('takes none of what the other kinds have', () => {
    take(kind, 'one', share + 3);
    const others = (Object.keys(SHARES) as WorkKind[]).filter((each) => each !== kind);
    for (const other of others) {
      take(other, 'one', SHARES[other]);
      expect(stateOf(other)).toEqual([SHARES[other], 0]);
    }
  });
});

it('requests of other tenants have a reserve, which no other work has', () => {
  for (const [kind, share] of Object.entries(SHARES) as [WorkKind, number][]) {
    take(kind, 'one', share + 1);
    for (const tenant of ['two', 'three', 'four']) take(kind, tenant, 1);
    const atWork = kind === 'request' ? share + RESERVE : share;
    expect(stateOf(kind)).toEqual([atWork, share + 4 - atWork]);
  }
});

it('the pool is large enough for all whose turn it is', async () => {
  for (const [kind, share] of Object.entries(SHARES) as [WorkKind, number][]) take(kind, 'one', share);
  take('request', 'two', RESERVE);
  const clients = (await Promise.all(taken)).map(({ client }) => client);
  expect(new Set(clients).size).toBe(service.pool.options.max);
  expect(service.pool.options.max).toBe(poolSizeFor(5));
  expect(service.pool.waitingCount).toBe(0);
});

it('what a connection may hold up is bounded', async () => {
  const names = ['statement_timeout', 'lock_timeout', 'idle_in_transaction_session_timeout'];
  const { rows } = await service.pool.query({
    text: 'select current_setting(name) as limit from unnest($1::text[]) name',
    values: [names],
  });
  expect(rows.map(({ limit }: { limit: string }) => limit)).toEqual(['15s', '5s', '30s']);
});
