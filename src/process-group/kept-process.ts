import cluster, { type Worker } from 'node:cluster';
import { setTimeout as wait } from 'node:timers/promises';
import type { Logger } from 'pino';
import type { Announcement } from '../application/service.js';
import { EndedBeforeReady } from '../application/startup-errors.js';
import type { MessageToParent } from './messages.js';
import { send, type MetricsCollector } from './metrics-collector.js';

/** A process that lived for so long did not end because of how it is started. */
const LONG_LIFE_MS = 60_000;

const FIRST_PAUSE_MS = 250;
const LONGEST_PAUSE_MS = 30_000;

/** Keeps one process running: where it ends by itself, another one takes its place. */
export class KeptProcess {
  /** Also those that start, and those whose place was taken. */
  private readonly alive = new Set<Worker>();
  private readonly stopping = new AbortController();
  private current: Worker | undefined;
  private replacing: Promise<void> | undefined;
  private pausing = new AbortController();
  private isRestarting = false;
  private shortLives = 0;

  constructor(
    private readonly environment: Readonly<Record<'ROLE' | 'PROCESSES', string>>,
    private readonly log: Logger,
    private readonly metrics: MetricsCollector,
    /** One that has not ended by itself within this time after it was told is killed. */
    private readonly endsWithinMs: number,
  ) {}

  /** The one that serves, if there is one just now. */
  get serving(): Worker | undefined {
    return this.current?.isConnected() ? this.current : undefined;
  }

  async start(): Promise<Announcement> {
    this.stopping.signal.throwIfAborted();
    const worker = cluster.fork(this.environment);
    const startedAt = performance.now();
    this.alive.add(worker);
    worker.once('exit', () => {
      this.alive.delete(worker);
      this.metrics.ended(worker);
    });
    // A message that can't be sent to a process that has just ended is no fault.
    worker.on('error', () => undefined);
    const announcement = await announcementOf(worker);
    this.current = worker;
    worker.once('exit', (code, signal) => {
      if (this.current !== worker || this.stopping.signal.aborted) return;
      this.log.error(
        { pid: worker.process.pid, code, signal, ...this.environment },
        'a process ended by itself',
      );
      this.shortLives = performance.now() - startedAt < LONG_LIFE_MS ? this.shortLives + 1 : 0;
      if (!this.isRestarting) this.replacing = this.replace();
    });
    return announcement;
  }

  /** For one beside another that serves: where it does not start, that one goes on, and this one is tried again. */
  async startOrTryAgain(): Promise<void> {
    try {
      await this.start();
    } catch (error) {
      if (this.stopping.signal.aborted) throw error;
      this.noteFailedStart(error);
      this.replacing = this.replace();
    }
  }

  /** The new one first: there is always one that serves. */
  async restart(): Promise<void> {
    this.isRestarting = true;
    // Instead of the next try to replace one that has ended.
    this.pausing.abort();
    await this.replacing;
    const old = this.current;
    try {
      await this.start();
    } finally {
      this.isRestarting = false;
      // There is none, or it ended while nobody replaced it, and the new one did not start.
      if (this.current === old && (!old || old.isDead())) this.replacing = this.replace();
    }
    if (!old || old.isDead()) return;
    const ended = this.endingOf(old);
    send(old, { kind: 'retire' });
    await ended;
  }

  /** Whether all have ended in good order. */
  async stop(signal: NodeJS.Signals): Promise<boolean> {
    this.stopping.abort();
    const endings = [...this.alive].map(async (worker) => {
      const ended = this.endingOf(worker);
      worker.process.kill(signal);
      // One that is frozen could not end in good order, and would leave its database server behind.
      if (process.platform !== 'win32') worker.process.kill('SIGCONT');
      const { code, by } = await ended;
      // One that had only just begun knows no signals yet.
      return code === 0 || by === signal;
    });
    return (await Promise.all(endings)).every((isGood) => isGood);
  }

  /** Resolves once a process that is told to end has ended. One that takes too long is killed. */
  private endingOf(worker: Worker): Promise<{ code: number | null; by: string | null }> {
    const deadline = setTimeout(() => worker.process.kill('SIGKILL'), this.endsWithinMs);
    return new Promise((resolve) => {
      worker.once('exit', (code: number | null, by: string | null) => {
        clearTimeout(deadline);
        resolve({ code, by });
      });
    });
  }

  private async replace(): Promise<void> {
    for (;;) {
      await this.pause();
      if (this.stopping.signal.aborted || this.isRestarting) return;
      try {
        return void (await this.start());
      } catch (error) {
        this.noteFailedStart(error);
      }
    }
  }

  private noteFailedStart(error: unknown): void {
    this.shortLives++;
    if (!this.stopping.signal.aborted) this.log.error({ error }, 'a process did not start');
  }

  private async pause(): Promise<void> {
    if (this.shortLives === 0 || this.isRestarting) return;
    const pauseMs = Math.min(FIRST_PAUSE_MS * 2 ** (this.shortLives - 1), LONGEST_PAUSE_MS);
    this.pausing = new AbortController();
    const signal = AbortSignal.any([this.stopping.signal, this.pausing.signal]);
    await wait(pauseMs, undefined, { signal }).catch(() => undefined);
  }
}

function announcementOf(worker: Worker): Promise<Announcement> {
  return new Promise((resolve, reject) => {
    worker.on('message', (message: MessageToParent) => {
      if (message.kind === 'ready') resolve(message.announcement);
    });
    worker.once('exit', (code: number | null, signal: string | null) => {
      const how = signal ? `by ${signal}` : `with code ${code}`;
      reject(new EndedBeforeReady(`Process ${worker.process.pid} ended ${how} before it was ready.`));
    });
  });
}
