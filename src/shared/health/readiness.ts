import { MikroORM } from '@mikro-orm/postgresql';
import { Inject, Injectable } from '@nestjs/common';
import { InjectSettings } from '../config/config.module.js';
import type { Settings } from '../config/settings.js';
import { IS_READ_ONLY } from '../database/driver/primary.js';
import { SchemaFence } from '../database/transactions/schema-fence.js';
import { DomainError } from '../kernel/errors.js';
import { BackgroundWork, STALLED_AFTER_MS } from '../jobs/background-work.js';
import { JobEngine } from '../jobs/job-engine.js';
import { GAUGES_TOKEN, type DatabaseGauge } from './database-gauges.js';
import { inTime } from './in-time.js';
import { WORKER_SILENCE } from './job-gauges.js';
import { SECOND_MS } from '../kernel/durations.js';

interface PartState {
  name: string;
  status: 'ok' | 'failing';
  /** What is wrong with the part. Work that waits for long is named, but is no reason to send requests elsewhere. */
  detail: string | null;
  /** How long the oldest due work of the part has waited. */
  lagSeconds: number | null;
}

/** Whether this process should receive requests: not before it has started, nor once its shutdown has begun. */
@Injectable()
export class Readiness {
  private leaving = false;
  private isReplaced = false;
  private readonly listeners: (() => void)[] = [];

  constructor(
    private readonly engine: JobEngine,
    private readonly orm: MikroORM,
    private readonly fence: SchemaFence,
    private readonly background: BackgroundWork,
    @InjectSettings() private readonly settings: Settings,
    @Inject(GAUGES_TOKEN) private readonly gauges: readonly DatabaseGauge[],
  ) {}

  /** Not ready from now on, whatever the state of the database, unless another process has replaced this one. */
  leave({ isReplaced = false } = {}): void {
    this.leaving = true;
    this.isReplaced = isReplaced;
    for (const listener of this.listeners) listener();
  }

  onLeave(listener: () => void): void {
    this.listeners.push(listener);
  }

  get isLeaving(): boolean {
    return this.leaving;
  }

  /** Whatever the state of the database. */
  get mayServe(): boolean {
    return !this.leaving || this.isReplaced;
  }

  async assertReady(): Promise<void> {
    this.assertMayServe();
    await inTime(this.askDatabase().then(() => this.askJobs()));
    await this.assertWorking();
  }

  /** For an operator: the state of each part, or what is wrong with the parts that are not ready. */
  async partsIfReady(): Promise<PartState[]> {
    this.assertMayServe();
    await this.assertWorking();
    const parts = await Promise.all([
      stateOf('database', () => this.askDatabase()),
      stateOf('migrations', () => this.askMigrations()),
      stateOf('jobs', () => this.askJobs().then(() => this.lagOf('jobs'))),
      stateOf('lanes', () => this.lagOf('lanes')),
    ]);
    const faults = parts.filter(({ status }) => status === 'failing');
    if (faults.length === 0) return parts;
    throw new DomainError(
      'unavailable',
      'not_ready',
      `Not ready: ${faults.map(({ name }) => name).join(', ')}.`,
      faults.map(({ name, detail }) => ({ code: `${name}_failing`, message: detail! })),
    );
  }

  private assertMayServe(): void {
    if (!this.mayServe) throw notReady('shutting_down', 'This process is shutting down.');
    this.fence.assertCurrent();
  }

  /** Of a worker: it looks for work, and the jobs are supervised. */
  private async assertWorking(): Promise<void> {
    if (this.settings.ROLE !== 'worker') return;
    const { stalled } = this.background;
    if ((await inTime(this.silence())) * SECOND_MS > STALLED_AFTER_MS) stalled.push('jobs');
    if (stalled.length === 0) return;
    const detail = `This worker makes no progress: ${stalled.join(', ')}.`;
    throw notReady('work_stalled', detail);
  }

  private async silence(): Promise<number> {
    return Number((await this.ask<{ value: number }>(WORKER_SILENCE))[0]!.value);
  }

  private async askDatabase(): Promise<void> {
    const [row] = await this.ask<{ isReadOnly: boolean }>(
      `select ${IS_READ_ONLY} as "isReadOnly" from migration limit 1`,
    ).catch(() => {
      throw notReady('database_not_ready', 'The database is not reachable, or its tables do not exist.');
    });
    if (row!.isReadOnly) throw notReady('database_read_only', 'The database is read-only.');
  }

  private async askMigrations(): Promise<void> {
    const applied = await this.ask<{ name: string }>('select name from migration');
    const names = new Set(applied.map(({ name }) => name));
    const missing = this.orm.config.get('migrations').migrationsList!.filter(({ name }) => !names.has(name));
    if (missing.length > 0) throw notReady('migrations_pending', `${missing.length} migrations are missing.`);
  }

  private async askJobs(): Promise<void> {
    if (await this.engine.boss.isInstalled()) return;
    throw notReady('jobs_not_installed', 'The job schema is missing.');
  }

  private async lagOf(part: DatabaseGauge['lagOf']): Promise<number> {
    const lags = this.gauges
      .filter(({ lagOf }) => lagOf === part)
      .map(async ({ sql }) => (await this.ask<{ value: number }>(sql)).map(({ value }) => Number(value)));
    return Math.max(0, ...(await Promise.all(lags)).flat());
  }

  /** Uses the jobs' connections: busy request connections are no reason to send requests elsewhere. */
  private async ask<Row>(sql: string): Promise<Row[]> {
    return (await this.engine.boss.getDb().executeSql(sql)).rows as Row[];
  }
}

/** A check returns the lag of its part, if it has one. */
async function stateOf(name: string, check: () => Promise<number | void>): Promise<PartState> {
  try {
    const lagSeconds = (await inTime(check())) ?? null;
    const isLate = lagSeconds !== null && lagSeconds * SECOND_MS > STALLED_AFTER_MS;
    const detail = isLate
      ? `Its work has been waiting for ${Math.floor(lagSeconds)} s; does a worker run?`
      : null;
    return { name, status: 'ok', detail, lagSeconds };
  } catch (error) {
    const detail = error instanceof DomainError ? error.detail : 'It cannot be checked.';
    return { name, status: 'failing', detail, lagSeconds: null };
  }
}

function notReady(code: string, detail: string): DomainError {
  return new DomainError('unavailable', code, detail);
}
