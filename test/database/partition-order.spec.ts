import { jest } from '@jest/globals';
import { Client } from 'pg';
import { UnitOfWork } from '../../src/shared/database/transactions/unit-of-work.js';
import { inContext } from '../../src/shared/database/transactions/work-context.js';
import { FLOOR_TABLE } from '../../src/shared/database/driver/schema-floor.js';
import { WeeklyPartitions } from '../../src/shared/database/schema/time-partitions.js';
import { useTestService } from '../support/test-service.js';

const { service } = useTestService();

/** Some id of a week that has no partition yet: the first of its moment. */
async function idOf(moment: string): Promise<string> {
  const { rows } = await service.pool.query<{ id: string }>('select first_uuid_of($1) as id', [moment]);
  return rows[0]!.id;
}

const inWork = (act: () => Promise<void>) =>
  inContext({ tenantId: service.home.id }, () => service.app.get(UnitOfWork).run(act));

async function isThere(week: string): Promise<boolean> {
  return (
    (await service.pool.query('select from pg_class where relname = $1', [`event_week_${week}`])).rowCount ===
    1
  );
}

it('a week whose partitions were rolled back is not taken for there', async () => {
  const partitions = service.app.get(WeeklyPartitions);
  const id = await idOf('2031-06-04Z');
  const ensure = () => partitions.ensure([id]);
  const undone = inWork(async () => {
    await ensure();
    throw new Error('on second thought');
  });
  await expect(undone).rejects.toThrow('on second thought');
  expect(await isThere('20310602')).toBe(false);
  await inWork(ensure);
  expect(await isThere('20310602')).toBe(true);
});

it('a week that was dropped is made again, what belongs to events is dropped before them, and nobody waits for long', async () => {
  const partitions = service.app.get(WeeklyPartitions);
  const id = await idOf('2025-06-04Z');
  await inWork(() => partitions.ensure([id]));
  expect(await isThere('20250602')).toBe(true);
  const asked = jest.spyOn(Client.prototype, 'query');
  await partitions.dropBefore(new Date('2025-06-30Z'));
  const all = asked.mock.calls.map(([text]) => String(text));
  // The service looks at it each second.
  const [settings, ...texts] = all.filter((text) => !text.includes(FLOOR_TABLE));
  asked.mockRestore();
  expect(settings).toMatch(/^select set_config/);
  expect(texts[0]).toMatch(/set lock_timeout = '30s'; set statement_timeout = '10min'/);
  const dropped = texts.filter((text) => text.startsWith('drop table'));
  expect(dropped.map((text) => text.replace(/_week_.*/, ''))).toEqual(
    ['webhook_attempt', 'webhook_delivery', 'event'].map((table) => `drop table ${table}`),
  );
  expect(await isThere('20250602')).toBe(false);
  await inWork(() => partitions.ensure([id]));
  expect(await isThere('20250602')).toBe(true);
});
