import { TenantTurns } from '../../src/modules/analytics/tenant-turns.js';
import { currentTenant } from '../../src/shared/database/transactions/work-context.js';
import { wireId } from '../../src/shared/kernel/ids.js';
import { HeldTransaction } from '../support/database/held-transaction.js';
import { useTestService } from '../support/test-service.js';

const { service } = useTestService();

it('a tenant whose work fails keeps nobody else from finishing, and is tried again by the next run', async () => {
  const { home, stranger } = service;
  const left = new Map([
    [home.id, 3],
    [stranger.id, 3],
  ]);
  const tenantsWithWork = () => ({
    text: 'select unnest($1::uuid[]) as "tenantId"',
    values: [[...left.keys()].filter((tenantId) => left.get(tenantId)! > 0)],
  });
  const take = (failsFor?: string) => {
    const tries: string[] = [];
    const step = async () => {
      const tenantId = currentTenant();
      tries.push(tenantId);
      if (tenantId === failsFor) throw new Error('a broken day');
      left.set(tenantId, left.get(tenantId)! - 1);
    };
    const turns = service.app.get(TenantTurns, { strict: false });
    return { tries, ended: turns.take(tenantsWithWork, step, new AbortController().signal) };
  };

  const run = take(home.id);
  await expect(run.ended).rejects.toThrow(`${wireId('tenant', home.id)}: a broken day`);
  expect(run.tries).toEqual([home.id, ...[1, 2, 3].map(() => stranger.id)]);
  expect([...left.values()]).toEqual([3, 0]);

  await take().ended;
  expect([...left.values()]).toEqual([0, 0]);
});

it('a step waits for another process that works on the rollups of its tenant', async () => {
  let isLeft = true;
  const tenantsWithWork = () => ({
    text: 'select unnest($1::uuid[]) as "tenantId"',
    values: [isLeft ? [service.home.id] : []],
  });
  const step = async () => void (isLeft = false);
  const held = await HeldTransaction.ofMatter(service, 'analytics');
  const turns = service.app.get(TenantTurns, { strict: false });
  const taken = turns.take(tenantsWithWork, step, new AbortController().signal);
  const waiting = await held.holdsUp(taken);
  expect(isLeft).toBe(true);
  await held.commit();
  await waiting.result;
  expect(isLeft).toBe(false);
});
