import { performance, type EventLoopUtilization } from 'node:perf_hooks';
import { setTimeout as pause } from 'node:timers/promises';
import { getHeapStatistics } from 'node:v8';
import { busy } from '../kernel/errors.js';

/** Minimum size of a large answer. */
export const LARGE_ANSWER_BYTES = 256 * 1024;

const WAIT_MS = 1000;

/**
 * After each step, other requests get this multiple of the time that the step kept the process busy. A step of one MiB
 * takes some ten milliseconds; reading its rows and garbage collection cost as much again, outside of the step.
 */
const TIME_FOR_OTHERS = 15;

/** If CPU is scarce, each step is slow, and an answer has many steps. The limit ensures that the answer completes. */
const MAX_PAUSE_MS = 1000;

/** Building an answer takes several times its size in memory: rows, records, text. */
const MAX_BYTES = Math.min(64 * 1024 * 1024, getHeapStatistics().heap_size_limit / 8);

/** The memory that one answer reserves until it is sent. */
interface AnswerRoom {
  /** Called once the real size of the answer is known. */
  resize(bytes: number): void;
  release(): void;
}

interface Waiter {
  tenantId: string;
  bytes: number;
  admit: (room: AnswerRoom) => void;
}

/**
 * Limits the bytes of large answers that a process builds and sends at a time. A tenant gets at most a share of them,
 * so that its slow readers do not block others.
 */
export class LargeAnswers {
  private taken = 0;
  private readonly takenBy = new Map<string, number>();
  private readonly waiters = new Set<Waiter>();
  private lastStep: Promise<void> = Promise.resolve();
  private requestsCame = 0;

  constructor(
    private readonly maxBytes = MAX_BYTES,
    private readonly waitMs = WAIT_MS,
    private readonly shareOfTenant = 1 / 2,
  ) {}

  /** Waits briefly for room. */
  async reserve(tenantId: string, bytes: number): Promise<AnswerRoom> {
    if (this.hasRoom(tenantId, bytes)) return this.take(tenantId, bytes);
    return new Promise((resolve, reject) => {
      const waiter = { tenantId, bytes, admit: resolve };
      const late = setTimeout(() => this.waiters.delete(waiter) && reject(busy()), this.waitMs);
      waiter.admit = (room) => {
        clearTimeout(late);
        resolve(room);
      };
      this.waiters.add(waiter);
    });
  }

  /**
   * Runs one step of building or sending an answer. Steps take turns, and yield to other requests that have arrived.
   */
  inTurn<Result>(step: () => Result | Promise<Result>): Promise<Result> {
    let atFirst: EventLoopUtilization | undefined;
    const result = this.lastStep.then(() => {
      atFirst = performance.eventLoopUtilization();
      return step();
    });
    const giveWay = async () => {
      const { active } = performance.eventLoopUtilization(atFirst);
      if (this.takeRequestsCame() > 0) await pause(Math.min(TIME_FOR_OTHERS * active, MAX_PAUSE_MS));
    };
    this.lastStep = result.then(giveWay, giveWay);
    return result;
  }

  /** Counts an incoming request. */
  requestCame(): void {
    this.requestsCame++;
  }

  /** For an answer that is already in memory: waiting would keep it there. */
  reserveAtOnce(tenantId: string, bytes: number): AnswerRoom {
    if (!this.hasRoom(tenantId, bytes)) throw busy();
    return this.take(tenantId, bytes);
  }

  /** For an answer that can no longer be refused, because the change it reports is done. */
  take(tenantId: string, bytes: number): AnswerRoom {
    let held = 0;
    const resize = (wanted: number) => {
      const taken = this.takenOf(tenantId) + wanted - held;
      this.taken += wanted - held;
      if (taken > 0) this.takenBy.set(tenantId, taken);
      else this.takenBy.delete(tenantId);
      held = wanted;
      this.admitWaiting();
    };
    resize(bytes);
    return { resize, release: () => resize(0) };
  }

  /** Requests since the last call. */
  private takeRequestsCame(): number {
    const came = this.requestsCame;
    this.requestsCame = 0;
    return came;
  }

  /** A single answer always has room, whatever its size. */
  private hasRoom(tenantId: string, bytes: number): boolean {
    const isAlone = this.taken === 0;
    const isFirstOfTenant = this.takenOf(tenantId) === 0;
    const fits = this.taken + bytes <= this.maxBytes;
    return (
      isAlone ||
      (fits && (isFirstOfTenant || this.takenOf(tenantId) + bytes <= this.maxBytes * this.shareOfTenant))
    );
  }

  private takenOf(tenantId: string): number {
    return this.takenBy.get(tenantId) ?? 0;
  }

  private admitWaiting(): void {
    for (const waiter of this.waiters) {
      if (!this.hasRoom(waiter.tenantId, waiter.bytes)) continue;
      this.waiters.delete(waiter);
      waiter.admit(this.take(waiter.tenantId, waiter.bytes));
    }
  }
}

/** The large answers of this process. */
export const largeAnswers = new LargeAnswers();

/** Memory that a streamed answer takes at a time: the rows of a step, and the text made of them. */
export const STREAMED_STEP_BYTES = 4 * 1024 * 1024;

/**
 * Streamed answers take long, so they have their own room. A tenant has a small share of it: usually two at a time.
 */
export const streamedAnswers = new LargeAnswers(MAX_BYTES, WAIT_MS, 1 / 8);
