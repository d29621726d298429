import { inContext } from '../../src/shared/database/transactions/work-context.js';
import { UnitOfWork } from '../../src/shared/database/transactions/unit-of-work.js';
import { forgetAnswers } from '../../src/shared/idempotency/idempotency.jobs.js';
import { JobHandlers } from '../../src/shared/jobs/job-handlers.js';
import { Jobs } from '../../src/shared/jobs/jobs.js';
import { useTestService } from '../support/test-service.js';
import { until } from '../support/until.js';

const COUNT = 20;
/** Far more than it takes, and far less than it takes to wait for the next look into the queue each time. */
const SOON_MS = 20_000;

const { service } = useTestService({ ROLE: 'all' });

async function send(count: number): Promise<void> {
  const all = async () => {
    for (let sent = 0; sent < count; sent++) await service.app.get(Jobs).enqueue(forgetAnswers, {});
  };
  await inContext({ tenantId: service.home.id }, () => service.app.get(UnitOfWork).run(all));
}

/** How long it takes until this many of the jobs that were sent are done. */
async function timeToDo(count: number): Promise<number> {
  const started = performance.now();
  await until(async () => {
    const { rowCount } = await service.pool.query(
      `select 1 from jobs.job where name = 'idempotency.forget' and state = 'completed' and data ? 'tenantId'`,
    );
    return rowCount! >= count;
  });
  return performance.now() - started;
}

describe('a worker', () => {
  it('does what was sent at once without pausing in between', async () => {
    await send(COUNT);
    expect(await timeToDo(COUNT)).toBeLessThan(SOON_MS);
  });

  it('soon tries again what failed', async () => {
    const handler = service.app.get(JobHandlers).byKind().get(forgetAnswers)!;
    const handle = handler.handle.bind(handler);
    handler.handle = () => {
      handler.handle = handle;
      return Promise.reject(new Error('not now'));
    };
    await send(1);
    expect(await timeToDo(COUNT + 1)).toBeLessThan(SOON_MS);
  });
});
