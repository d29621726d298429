import type { Type } from '@nestjs/common';
import type { JobWithMetadata } from 'pg-boss';
import { JobEngine } from '../../src/shared/jobs/job-engine.js';
import { JobHandlers } from '../../src/shared/jobs/job-handlers.js';
import type { JobEnvelope, JobKind } from '../../src/shared/jobs/job-kind.js';
import type { TenantLoop } from '../../src/shared/jobs/tenant-loop.js';
import { inContext } from '../../src/shared/database/transactions/work-context.js';
import { actorNamed } from '../../src/shared/kernel/actor.js';
import { UnitOfWork } from '../../src/shared/database/transactions/unit-of-work.js';
import type { TestService } from './test-service.js';

/** Number of a job's transactions after which its worker is killed; the job is then never completed. */
export const KILLED = { 'before it begins': 0, halfway: 1, 'at the end': Infinity } as const;

class Killed extends Error {}

/** A worker that does one job at a time, on demand, and can be killed in the middle of it. */
export class StepwiseWorker {
  constructor(private readonly service: TestService) {}

  /** Does the first job of the queue, if any. */
  async work(kind: JobKind, killed?: keyof typeof KILLED, as = kind): Promise<void> {
    const { boss } = this.service.app.get(JobEngine);
    const [job] = await boss.fetch<JobEnvelope>(kind.name);
    if (!job) return;
    const { tenantId, data = {} } = job.data;
    const handler = this.service.app.get(JobHandlers).byKind().get(as)!;
    const { signal } = new AbortController();
    const actor = () => actorNamed('job', as.name);
    await this.upTo(killed && KILLED[killed], () =>
      inContext({ tenantId, kind: 'job', actor }, () => handler.handle(data, { signal })),
    );
    if (killed) await this.handBack(job.id);
    else await boss.complete(kind.name, job.id);
  }

  /** Does all due jobs, one at a time. A job that fails is retried or given up, as its queue says. */
  async workOff(kind: JobKind): Promise<void> {
    const engine = this.service.app.get(JobEngine);
    const handler = this.service.app.get(JobHandlers).byKind().get(kind)!;
    const next = () => engine.boss.fetch<JobEnvelope>(kind.name, { includeMetadata: true });
    for (let [job] = await next(); job; [job] = await next()) {
      const started = { ...job, signal: new AbortController().signal } as JobWithMetadata<JobEnvelope>;
      await engine['perform'](kind, handler, started).then(
        () => engine.boss.complete(kind.name, job.id),
        (error: Error) => engine.boss.fail(kind.name, job.id, error),
      );
    }
  }

  /** Runs a scheduled job now. */
  async run(kind: JobKind): Promise<void> {
    const { signal } = new AbortController();
    await this.service.app.get(JobHandlers).byKind().get(kind)!.handle({}, { signal });
  }

  /** Runs one pass of a worker's loop, which otherwise runs each second, and waits for the work that is due. */
  async look(worker: Type): Promise<void> {
    const { loop } = this.service.app.get<{ loop: TenantLoop }>(worker, { strict: false });
    await loop['look']();
    await Promise.all(loop['runs'].values());
  }

  /** Makes the version's waiting job due now. */
  async hurry(kind: JobKind, versionId: string): Promise<void> {
    await this.service.pool.query(
      `update jobs.job set start_after = now() where name = $1 and data->'data'->>'versionId' = $2`,
      [kind.name, versionId],
    );
  }

  async forgetAll(): Promise<void> {
    await this.service.pool.query('delete from jobs.job');
  }

  private async upTo(transactions = Infinity, act: () => Promise<void>): Promise<void> {
    const unit = this.service.app.get(UnitOfWork);
    const run = unit.run.bind(unit);
    let done = 0;
    unit.run = (work) => (done++ < transactions ? run(work) : Promise.reject(new Killed()));
    try {
      await act();
    } catch (error) {
      if (!(error instanceof Killed)) throw error;
    } finally {
      unit.run = run;
    }
  }

  /** Does what pg-boss does with the job of a worker that no longer sends heartbeats. */
  private async handBack(id: string): Promise<void> {
    await this.service.pool.query(
      `update jobs.job set state = 'retry', start_after = now() - interval '1 second' where id = $1`,
      [id],
    );
  }
}
