import { MikroORM } from '@mikro-orm/postgresql';
import { Inject, Injectable } from '@nestjs/common';
import { InjectSettings } from '../config/config.module.js';
import type { Settings } from '../config/settings.js';
import { IS_READ_ONLY } from '../database/driver/primary.js';
import { SchemaFence } from '../database/transactions/schema-fence.js';
import { DomainError, type Fault } from '../kernel/errors.js';
import { BackgroundWork, STALLED_AFTER_MS } from '../jobs/background-work.js';
import { JobEngine } from '../jobs/job-engine.js';
import { GAUGES_TOKEN, type DatabaseGauge } from './database-gauges.js';
import { inTime } from './database-timeout.js';
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
  private readonly onEnd: (() => void)[] = [];

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

  /** The delay for load balancers is over, too: answers that would stay open end now. */
  endLiveAnswers(): void {
    for (const listener of this.onEnd) listener();
  }

  onEndLiveAnswers(listener: () => void): void {
    this.onEnd.push(listener);
  }

  get isLeaving(): boolean {
    return this.leaving;
  }

  /** False once the shutdown has begun, unless another process has replaced this one. Does not ask the database. */
  get mayServe(): boolean {
    return !this.leaving || this.isReplaced;
  }

  async assertReady(): Promise<void> {
    this.assertMayServe();
    await inTime(this.askDatabase().then(() => this.askJobs()));
    await this.assertWorking();
  }

  /** For an operator: the state of each part, or all failing parts together with the work that makes no progress. */
  async partsIfReady(): Promise<PartState[]> {
    this.assertMayServe();
    const [stalled, ...parts] = await Promise.all([
      // If the database can't be asked, a part fails.
      this.stalledWork().catch(() => this.background.stalled),
      stateOf('database', () => this.askDatabase()),
      stateOf('migrations', () => this.askMigrations()),
      stateOf('jobs', () => this.askJobs().then(() => this.lagOf('jobs'))),
      stateOf('lanes', () => this.lagOf('lanes')),
    ]);
    const failing = parts.filter(({ status }) => status === 'failing');
    if (failing.length + stalled.length === 0) return parts;
    throw failing.length === 0 ? noProgress(stalled) : notReadyBecauseOf(failing, stalled);
  }

  private assertMayServe(): void {
    if (!this.mayServe) throw notReady('shutting_down', 'This process is shutting down.');
    this.fence.assertCurrent();
  }

  /** Of a worker: it looks for work, and the jobs are supervised. */
  private async assertWorking(): Promise<void> {
    const stalled = await this.stalledWork();
    if (stalled.length > 0) throw noProgress(stalled);
  }

  private async stalledWork(): Promise<string[]> {
    if (this.settings.ROLE !== 'worker') return [];
    const isSilent = (await inTime(this.silence())) * SECOND_MS > STALLED_AFTER_MS;
    return [...this.background.stalled, ...(isSilent ? ['jobs'] : [])];
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

function noProgress(stalled: readonly string[]): DomainError {
  const detail = `This worker makes no progress: ${stalled.join(', ')}.`;
  return new DomainError('unavailable', 'work_stalled', detail, stalled.map(faultOfWork));
}

function notReadyBecauseOf(failing: readonly PartState[], stalled: readonly string[]): DomainError {
  const ofParts = `Not ready: ${failing.map(({ name }) => name).join(', ')}.`;
  const faults = failing.map(({ name, detail }) => ({ code: `${name}_failing`, message: detail! }));
  const detail = stalled.length === 0 ? ofParts : `${ofParts} ${noProgress(stalled).detail}`;
  return new DomainError('unavailable', 'not_ready', detail, [...faults, ...stalled.map(faultOfWork)]);
}

const faultOfWork = (name: string): Fault => ({
  code: `${name}_stalled`,
  message: `It has not looked for work for ${STALLED_AFTER_MS / SECOND_MS} s.`,
});

function notReady(code: string, detail: string): DomainError {
  return new DomainError('unavailable', code, detail);
}
