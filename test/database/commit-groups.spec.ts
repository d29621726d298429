import { jest } from '@jest/globals';
import { DatabaseError } from 'pg';
import type { Response } from 'supertest';
import { CommitGroups } from '../../src/shared/database/transactions/commit-groups.js';
import {
  currentTenant,
  currentTransaction,
  inContext,
} from '../../src/shared/database/transactions/work-context.js';
import { HeldTransaction } from '../support/database/held-transaction.js';
import { useTestService } from '../support/test-service.js';
import { until } from '../support/until.js';
import { TrackedVisitor, type Tab } from '../visits/tracked-visitor.js';

const MAX_TOGETHER = 200;
const MAX_WAITING = 2000;

const used = useTestService();
const { service } = used;

let groups: CommitGroups;
beforeAll(() => {
  groups = service.app.get(CommitGroups);
});

const inTenant = <Result>(tenantId: string, act: () => Result) => inContext({ tenantId }, act);
const add = (lock: string, write: () => Promise<unknown> = async () => undefined) =>
  inTenant(service.home.id, () => groups.add(lock, write));

describe('writes that come at the same moment', () => {
  it('are made in the order of their locks, whatever order they came in', async () => {
    const order: string[] = [];
    await Promise.all(['c', 'a', 'b'].map((lock) => add(lock, async () => void order.push(lock))));
    expect(order).toEqual(['a', 'b', 'c']);
  });

  it('are one transaction, of so many at most', async () => {
    const transactions: unknown[] = [];
    const write = async () => void transactions.push(currentTransaction());
    await Promise.all(Array.from({ length: MAX_TOGETHER + 1 }, () => add('same', write)));
    const [first] = transactions;
    expect(transactions.filter((each) => each === first)).toHaveLength(MAX_TOGETHER);
    expect(transactions.at(-1)).not.toBe(first);
  });

  it('are refused at once where too many wait', async () => {
    const waiting = Array.from({ length: MAX_WAITING }, () => add('same'));
    expect(() => add('same')).toThrow('try again shortly');
    await inTenant(service.stranger.id, () => groups.add('same', async () => undefined));
    await Promise.all(waiting);
    await add('same');
  });

  it('are made for their own tenants', async () => {
    const made: Record<string, string> = {};
    const tenants = [service.home.id, service.stranger.id];
    await Promise.all(
      tenants.map((id) => inTenant(id, () => groups.add('same', async () => (made[id] = currentTenant())))),
    );
    for (const id of tenants) expect(made[id]).toBe(id);
  });

  it.each([
    ['by themselves where the database refuses one', '23505', ['fulfilled', 'rejected'], 2],
    ['not again where it takes none for now', '55P03', ['rejected', 'rejected'], 1],
  ])('are made %s', async (_, code, results, times) => {
    const healthy = jest.fn(async () => undefined);
    const refused = () => Promise.reject(Object.assign(new DatabaseError('refused', 0, 'error'), { code }));
    const answers = await Promise.allSettled([add('a', healthy), add('b', refused)]);
    expect(answers.map(({ status }) => status)).toEqual(results);
    expect(healthy).toHaveBeenCalledTimes(times);
  });
});

describe('visits that are stored together', () => {
  const visitor = new TrackedVisitor(used);
  const FIRST = '0'.repeat(32);
  const SMALLER = 'a'.repeat(32);
  const GREATER = 'b'.repeat(32);

  const tell = async (tab: Tab): Promise<Response> => await visitor.tell(tab, [visitor.view(tab)]);
  const holdVisit = (key: string) =>
    HeldTransaction.begin(service, 'select from visit where visit_key = $1 for update', [key]);

  it('lock nothing beyond the first that another process has', async () => {
    await visitor.shown('/in-order');
    const tab = await visitor.tab('/in-order');
    const [first, smaller, greater] = [FIRST, SMALLER, GREATER].map((visit) => ({ ...tab, visit }));
    for (const each of [first!, smaller!, greater!]) expect((await tell(each)).status).toBe(202);

    const [hold, holdSmaller] = [await holdVisit(FIRST), await holdVisit(SMALLER)];
    const added = jest.spyOn(groups, 'add');
    const told = [(await hold.holdsUp(tell(first!))).result];
    // They wait for that one, and are the next group: first the one with the greater lock.
    for (const each of [greater!, smaller!]) {
      told.push(tell(each));
      await until(() => added.mock.calls.length === told.length);
    }
    added.mockRestore();
    await hold.commit();
    const { result } = await holdSmaller.holdsUp(Promise.all(told));
    // Else the two would wait for each other.
    await holdSmaller.query('select from visit where visit_key = $1 for update nowait', [GREATER]);
    await holdSmaller.commit();
    for (const { status } of await result) expect(status).toBe(202);
  });
});
