import { ForgetAuditEntriesHandler } from '../../src/modules/audit/forget-entries.handler.js';
import { DAY_MS } from '../../src/shared/kernel/durations.js';
import { useTestService } from '../support/test-service.js';

const { service, api } = useTestService({ AUDIT_DAYS: '100' });

/** An entry of so many days ago. */
async function entryOf(daysAgo: number): Promise<void> {
  const moment = new Date(Date.now() - daysAgo * DAY_MS);
  await service.pool.query(`select ensure_partitions('month', '{audit_entry}', $1)`, [moment]);
  await service.pool.query(
    `insert into audit_entry (tenant_id, id, operation, record, actor_type, actor)
     values ($1, first_uuid_of($2), 'topic.updated', $3, 'service', 'foyer')`,
    [service.home.id, moment, `${daysAgo} days`],
  );
}

it('entries go by the month once all of the month is older than AUDIT_DAYS', async () => {
  for (const daysAgo of [400, 135, 99]) await entryOf(daysAgo);
  const handler = service.app.get(ForgetAuditEntriesHandler, { strict: false });
  for (const _ of ['once', 'again']) await handler.handle();
  const { body } = await api.get('/v0/audit_log?operation=topic.updated').expect(200);
  const kept = body.items.map(({ recordId }: { recordId: string }) => recordId);
  expect(kept).toEqual(['99 days']);
  await api.post('/v0/topics', { title: 'Later' }).expect(201);
  const { body: sample } = await api.get('/v0/audit_log?operation=topic.created&limit=100').expect(200);
  expect(sample.items.length).toBeGreaterThan(1);
});
