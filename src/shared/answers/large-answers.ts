import { performance, type EventLoopUtilization } from 'node:perf_hooks';
import { setTimeout as pause } from 'node:timers/promises';
import { getHeapStatistics } from 'node:v8';
import { busy } from '../kernel/errors.js';

/** From here on an answer is a large one. */
export const LARGE_ANSWER_BYTES = 256 * 1024;

const WAIT_MS = 1000;

/**
 * Other requests get this many times as long as a step kept the process busy. A step of one MiB does so for some ten
 * milliseconds; reading its rows and clearing up cost as much again, outside of it.
 */
const TIME_FOR_OTHERS = 15;

/** Where there is little CPU to be had, a step takes long, and an answer has many: it must come to an end. */
const MAX_PAUSE_MS = 1000;

/** An answer takes several times its bytes while it is built: rows, records, text. */
const MAX_BYTES = Math.min(64 * 1024 * 1024, getHeapStatistics().heap_size_limit / 8);

/** The room that one answer takes until it is sent. */
interface AnswerRoom {
  /** Once it is known how large the answer really is. */
  resize(bytes: number): void;
  release(): void;
}

interface Waiter {
  tenantId: string;
  bytes: number;
  admit: (room: AnswerRoom) => void;
}

/**
 * How many bytes of large answers a process builds and sends at a time. One tenant gets a share of them at most, so that
 * its slow readers do not keep others waiting.
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

  /** Waits for room, but not for long. */
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

  /** One step of building or sending one. They take turns, and where other requests have come, these have theirs. */
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

  /** Tells of any request that has come. */
  requestCame(): void {
    this.requestsCame++;
  }

  /** For an answer that is there already: to wait would be to hold it. */
  reserveAtOnce(tenantId: string, bytes: number): AnswerRoom {
    if (!this.hasRoom(tenantId, bytes)) throw busy();
    return this.take(tenantId, bytes);
  }

  /** For an answer that can't be refused any more: what it tells has been done. */
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

  /** How many since it was asked last. */
  private takeRequestsCame(): number {
    const came = this.requestsCame;
    this.requestsCame = 0;
    return came;
  }

  /** One alone always has room, however large it is. */
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

/** Those of this process. */
export const largeAnswers = new LargeAnswers();

/** So much of a streamed answer is in memory at a time: the rows of a step, and what is made of them. */
export const STREAMED_STEP_BYTES = 4 * 1024 * 1024;

/** They take long, so they have room of their own, and a tenant has a small share of it: two at a time, as a rule. */
export const streamedAnswers = new LargeAnswers(MAX_BYTES, WAIT_MS, 1 / 8);
