import {
  Injectable,
  Logger,
  type BeforeApplicationShutdown,
  type OnApplicationBootstrap,
} from '@nestjs/common';
import { PgBoss, type JobWithMetadata, type QueueResult } from 'pg-boss';
import { InjectSettings } from '../config/config.module.js';
import type { Settings } from '../config/settings.js';
import { sessionOptions } from '../database/driver/connection-options.js';
import { InjectDirectUrl } from '../database/driver/database-url.js';
import { SchemaFence } from '../database/transactions/schema-fence.js';
import { inContext } from '../database/transactions/work-context.js';
import { JobCatalog } from './job-catalog.js';
import { JobHandlers, type JobHandler } from './job-handlers.js';
import type { JobEnvelope, JobKind } from './job-kind.js';
import { POLLING, SUPERVISION } from './job-intervals.js';
import { JOB_SCHEMA } from './job-schema.js';
import { actorNamed } from '../kernel/actor.js';
import { isBusy } from '../kernel/errors.js';
import { driverOptions } from '../libraries/pg-boss-internals.js';

/** A server that takes longer is gone, even if nothing has reported it; the connection is given up. */
const QUERY_TIMEOUT_MS = 60_000;

const WORK = {
  ...POLLING,
  // Contains the error of a job that was given up.
  includeMetadata: true,
} as const;

/** Runs pg-boss: every process can send jobs, and workers also do them. */
@Injectable()
export class JobEngine implements OnApplicationBootstrap, BeforeApplicationShutdown {
  readonly boss: PgBoss;
  private readonly works: boolean;
  private readonly logger = new Logger('jobs');
  private starting?: Promise<void>;

  constructor(
    @InjectSettings() private readonly settings: Settings,
    @InjectDirectUrl() url: string,
    private readonly catalog: JobCatalog,
    private readonly handlers: JobHandlers,
    private readonly fence: SchemaFence,
  ) {
    this.works = settings.ROLE !== 'api';
    this.boss = new PgBoss({
      application_name: 'foyer-jobs',
      ...driverOptions({ ...sessionOptions(url), query_timeout: QUERY_TIMEOUT_MS }),
      schema: JOB_SCHEMA,
      max: 3,
      migrate: false,
      supervise: this.works,
      schedule: this.works,
      useListenNotify: this.works,
      ...SUPERVISION,
    });
    this.boss.on('error', (error) => this.logger.error(error));
  }

  async onApplicationBootstrap(): Promise<void> {
    const starting = this.start();
    if (this.works)
      this.fence.onOutdated(
        () => this.stopWorking({ close: false }),
        () => this.startAgain(),
      );
    await starting;
  }

  async beforeApplicationShutdown(): Promise<void> {
    await this.stopWorking({ close: true });
  }

  private start(): Promise<void> {
    return (this.starting = this.startWorking());
  }

  /** A start that fails halfway must not leave workers behind: the next try would double them. */
  private async startAgain(): Promise<void> {
    try {
      await this.start();
    } catch (error) {
      await this.boss.stop({ graceful: false, close: false });
      throw error;
    }
  }

  private async startWorking(): Promise<void> {
    const handlers = this.handlers.byKind();
    await this.boss.start();
    const known = new Map((await this.boss.getQueues()).map((queue) => [queue.name, queue]));
    for (const kind of this.catalog.kinds) await this.openQueue(kind, known.get(kind.name));
    if (!this.works) return;
    for (const [kind, handler] of handlers) {
      for (let worker = 0; worker < kind.atOnce; worker++) await this.work(kind, handler);
    }
  }

  /** Running jobs may end within the time that is left; the others return to the queue. */
  private async stopWorking({ close }: { close: boolean }): Promise<void> {
    await this.starting?.catch(() => undefined);
    const timeout = Math.max(1000, this.settings.SHUTDOWN_TIMEOUT_MS);
    await this.boss.stop({ graceful: true, timeout, close });
  }

  /** On most starts, all queues are already up to date. */
  private async openQueue(kind: JobKind, known: QueueResult | undefined): Promise<void> {
    const { policy, partition, ...changeable } = kind.queue;
    if (!known) await this.boss.createQueue(kind.name, { policy, partition, ...changeable });
    else if (differs(known, changeable)) await this.boss.updateQueue(kind.name, changeable);
    if (kind.schedule && this.works) await this.boss.schedule(kind.name, kind.schedule, {}, { tz: 'UTC' });
  }

  private async work(kind: JobKind, handler: JobHandler): Promise<void> {
    const worker = this.boss.work<JobEnvelope, void, typeof WORK>(kind.name, WORK, async (jobs) => {
      try {
        for (const job of jobs) await this.perform(kind, handler, job);
      } finally {
        // Otherwise it would pause after each job, however many are waiting.
        this.boss.notifyWorker(await worker);
      }
    });
    await worker;
  }

  private async perform(
    kind: JobKind,
    handler: JobHandler,
    job: JobWithMetadata<JobEnvelope>,
  ): Promise<void> {
    const { tenantId, data = {} } = job.data;
    const failure = job.sourceOutput as { code?: unknown } | null;
    const failedWith = typeof failure?.code === 'string' ? failure.code : undefined;
    try {
      await inContext({ tenantId, kind: 'job', actor: () => actorNamed('job', kind.name) }, () =>
        handler.handle(data, { signal: job.signal, failedWith }),
      );
    } catch (error) {
      const about = { kind: kind.name, jobId: job.id };
      if (isBusy(error)) this.logger.warn({ msg: 'job postponed: the service is overloaded', ...about });
      else this.logger.error({ msg: 'job failed', ...about, error });
      throw error;
    }
  }
}

function differs(known: QueueResult, wanted: object): boolean {
  const settings: object = known;
  return Object.entries(wanted).some(([name, value]) => value !== Reflect.get(settings, name));
}
