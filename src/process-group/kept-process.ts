import cluster, { type Worker } from 'node:cluster';
import { setTimeout as wait } from 'node:timers/promises';
import type { Logger } from 'pino';
import type { Announcement } from '../application/service.js';
import { EndedBeforeReady } from '../application/startup-errors.js';
import type { HandedConnections } from '../shared/libraries/node-cluster-internals.js';
import type { MessageToParent } from './messages.js';
import { send, type MetricsCollector } from './metrics-collector.js';

/** A process that lived this long did not end because of a failed start. */
const LONG_LIFE_MS = 60_000;

const FIRST_PAUSE_MS = 250;
const LONGEST_PAUSE_MS = 30_000;

/** Keeps one process running: if it ends by itself, a new process replaces it. */
export class KeptProcess {
  /** Includes processes that are starting and processes that were replaced. */
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
    private readonly connections: HandedConnections,
    /** A process that has not ended within this time after it was told to is killed. */
    private readonly endsWithinMs: number,
  ) {}

  /** The serving process, if there is one now. */
  get serving(): Worker | undefined {
    return this.current?.isConnected() ? this.current : undefined;
  }

  async start(): Promise<Announcement> {
    this.stopping.signal.throwIfAborted();
    const worker = cluster.fork(this.environment);
    const startedAt = performance.now();
    this.alive.add(worker);
    this.connections.watch(worker);
    worker.once('exit', () => {
      this.alive.delete(worker);
      this.metrics.ended(worker);
    });
    // Sending a message to a process that has just ended is not an error.
    worker.on('error', () => undefined);
    const announcement = await announcementOf(worker);
    this.current = worker;
    worker.once('exit', (code, signal) => {
      if (this.current !== worker || this.stopping.signal.aborted) return;
      this.log.error(
        { pid: worker.process.pid, code, signal, ...this.environment },
        'a process ended unexpectedly',
      );
      this.shortLives = performance.now() - startedAt < LONG_LIFE_MS ? this.shortLives + 1 : 0;
      if (!this.isRestarting) this.replacing = this.replace();
    });
    return announcement;
  }

  /** For a process beside another that serves: if it does not start, the other goes on and this start is retried. */
  async startOrTryAgain(): Promise<void> {
    try {
      await this.start();
    } catch (error) {
      if (this.stopping.signal.aborted) throw error;
      this.noteFailedStart(error);
      this.replacing = this.replace();
    }
  }

  /** Starts the new process first, so that one always serves. */
  async restart(): Promise<void> {
    this.isRestarting = true;
    // This restart replaces the next attempt to replace an ended process.
    this.pausing.abort();
    await this.replacing;
    const old = this.current;
    try {
      await this.start();
    } finally {
      this.isRestarting = false;
      // There is no old process, or it ended without a replacement, and the new one did not start.
      if (this.current === old && (!old || old.isDead())) this.replacing = this.replace();
    }
    if (!old || old.isDead()) return;
    const ended = this.endingOf(old);
    send(old, { kind: 'retire' });
    await ended;
  }

  /** Returns whether all processes ended gracefully. */
  async stop(signal: NodeJS.Signals): Promise<boolean> {
    this.stopping.abort();
    const endings = [...this.alive].map(async (worker) => {
      const ended = this.endingOf(worker);
      worker.process.kill(signal);
      // A frozen process could not end gracefully, and would leave its database server behind.
      if (process.platform !== 'win32') worker.process.kill('SIGCONT');
      const { code, by } = await ended;
      // A process that has only just started does not handle signals yet.
      return code === 0 || by === signal;
    });
    return (await Promise.all(endings)).every((isGood) => isGood);
  }

  /** Resolves once a process that was told to end has ended. Kills a process that takes too long. */
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
