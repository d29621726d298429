import { TenantTurns } from '../../src/modules/analytics/tenant-turns.js';
import { currentTenant } from '../../src/shared/database/transactions/work-context.js';
import { wireId } from '../../src/shared/kernel/ids.js';
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
