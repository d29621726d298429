import { inContext } from '../../src/shared/database/transactions/work-context.js';
import { UnitOfWork } from '../../src/shared/database/transactions/unit-of-work.js';
import { forgetAnswers } from '../../src/shared/idempotency/idempotency.jobs.js';
import { JobEngine } from '../../src/shared/jobs/job-engine.js';
import { JobHandlers } from '../../src/shared/jobs/job-handlers.js';
import { Jobs } from '../../src/shared/jobs/jobs.js';
import { startTestService, type TestService } from '../support/test-service.js';

let service: TestService;

beforeEach(async () => {
  service = await startTestService({ ROLE: 'all', SHUTDOWN_TIMEOUT_MS: '1000' });
});
afterEach(() => service.close());

/** Sends a job whose work goes on until it is let go; resolves when a worker has begun it. */
async function beginJob(): Promise<{ letGo: () => void }> {
  let letGo!: () => void;
  const work = new Promise<void>((resolve) => (letGo = resolve));
  const begun = new Promise<void>((resolve) => {
    service.app.get(JobHandlers).byKind().get(forgetAnswers)!.handle = () => (resolve(), work);
  });
  await inContext({ tenantId: service.home.id }, () =>
    service.app.get(UnitOfWork).run(() => service.app.get(Jobs).enqueue(forgetAnswers, {})),
  );
  await begun;
  return { letGo };
}

async function stateOfJob(): Promise<string> {
  const { rows } = await service.pool.query<{ state: string }>(
    `select state from jobs.job where name = 'idempotency.forget' and data ? 'tenantId'`,
  );
  return rows[0]!.state;
}

describe('a job that runs when the process is told to end', () => {
  it('is let finish', async () => {
    const { letGo } = await beginJob();
    const stopping = service.app.get(JobEngine).beforeApplicationShutdown();
    letGo();
    await stopping;
    expect(await stateOfJob()).toBe('completed');
  });

  it('is handed back where it does not end in time', async () => {
    const { letGo } = await beginJob();
    await service.app.get(JobEngine).beforeApplicationShutdown();
    expect(await stateOfJob()).toBe('retry');
    letGo();
  });
});
