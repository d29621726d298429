import { jest } from '@jest/globals';
import { pino } from 'pino';
import { AppModule } from '../../src/app.module.js';
import { createApp } from '../../src/application/app.setup.js';
import { enrichSubmission } from '../../src/modules/forms/enrichment/enrichment.jobs.js';
import { readSettings } from '../../src/shared/config/settings.js';
import { clock } from '../../src/shared/kernel/clock.js';
import { currentTenant, inContext } from '../../src/shared/database/transactions/work-context.js';
import { PreparedWrites } from '../../src/shared/database/records/prepared-writes.js';
import { UnitOfWork } from '../../src/shared/database/transactions/unit-of-work.js';
import { forgetAnswers } from '../../src/shared/idempotency/idempotency.jobs.js';
import { JobCatalog } from '../../src/shared/jobs/job-catalog.js';
import { JobEngine } from '../../src/shared/jobs/job-engine.js';
import { JobHandlers, type JobHandler } from '../../src/shared/jobs/job-handlers.js';
import { Jobs } from '../../src/shared/jobs/jobs.js';
import { useTestService } from '../support/test-service.js';

const { service } = useTestService({ ROLE: 'all' });
let tenantSeen: string | undefined;
const asHome = <Result>(act: () => Promise<Result>) =>
  inContext({ tenantId: service.home.id }, () => service.app.get(UnitOfWork).run(act));

const jobsSent = async () =>
  (
    await service.pool.query(
      `select data from jobs.job where name = 'idempotency.forget' and data ? 'tenantId'`,
    )
  ).rows;

describe('a job', () => {
  it('does not exist unless the transaction that sent it is committed', async () => {
    const send = async () => {
      await service.app.get(Jobs).enqueue(forgetAnswers, {});
      throw new Error('changed my mind');
    };
    await expect(asHome(send)).rejects.toThrow('changed my mind');
    expect(await jobsSent()).toEqual([]);
  });

  it('can not be sent outside a transaction', async () => {
    const send = () => service.app.get(Jobs).enqueue(forgetAnswers, {});
    await expect(inContext({ tenantId: service.home.id }, send)).rejects.toThrow('outside any unit of work');
  });

  it('is done by a worker, for the tenant that sent it', async () => {
    await service.pool.query(
      `insert into idempotent_answer (tenant_id, key, request_hash, status, body, created_at)
       select $1::uuid, 'old ' || n, ''::bytea, 200, '{}', $2::timestamptz from generate_series(1, 2500) n
       union all select $1, 'new', '', 200, '{}', $3`,
      [service.home.id, new Date(clock.now().getTime() - 25 * 3_600_000), clock.now()],
    );
    const deleted = jest.spyOn(service.app.get(PreparedWrites), 'run');
    const done = handled(service.app.get(JobHandlers).byKind().get(forgetAnswers)!);
    await asHome(() => service.app.get(Jobs).enqueue(forgetAnswers, {}));
    await done;
    expect(tenantSeen).toBe(service.home.id);
    const counts = await Promise.all(deleted.mock.results.map(({ value }) => value));
    deleted.mockRestore();
    expect(counts.filter(Boolean)).toEqual([1000, 1000, 500]);
    const { rows } = await service.pool.query('select key from idempotent_answer');
    expect(rows).toEqual([{ key: 'new' }]);
    expect(await jobsSent()).toEqual([{ data: { tenantId: service.home.id, data: {} } }]);
  });

  it('that comes round by itself is scheduled', async () => {
    const schedules = await service.app.get(JobEngine).boss.getSchedules();
    const { kinds } = service.app.get(JobCatalog);
    const expected = kinds
      .filter((kind) => kind.schedule)
      .map(({ name, schedule }) => ({
        name,
        cron: schedule,
      }));
    const found = schedules.map(({ name, cron }) => ({ name, cron }));
    const byName = (a: { name: string }, b: { name: string }) => a.name.localeCompare(b.name);
    expect(found.sort(byName)).toEqual(expected.sort(byName));
  });
});

it('queues of an earlier version get the settings of this one when it starts', async () => {
  const { boss } = service.app.get(JobEngine);
  const settings = async () => {
    const { retryLimit, retryDelayMax } = (await boss.getQueue(enrichSubmission.name))!;
    return { retryLimit, retryDelayMax };
  };
  const right = await settings();
  await boss.updateQueue(enrichSubmission.name, { retryLimit: 1, retryBackoff: true, retryDelayMax: 1 });
  const other = await createApp(
    AppModule,
    readSettings({ ROLE: 'api', PORT: '0', DATABASE_WAIT_MS: '30000' }),
    service.urls,
    pino({ level: 'silent' }),
  );
  await other.init();
  await other.close();
  expect(await settings()).toEqual(right);
});

/** Resolves when the handler has done its work once. */
function handled(handler: JobHandler): Promise<void> {
  const handle = handler.handle.bind(handler);
  return new Promise((resolve, reject) => {
    handler.handle = async (...given) => {
      tenantSeen = currentTenant();
      await handle(...given).then(resolve, reject);
    };
  });
}
