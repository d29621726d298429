import { busy } from '../../kernel/errors.js';

/** Maximum time a unit of work waits for all of its locks together. */
const WAIT_MS = 10_000;

/** Maximum waiters for one lock. More would not be served in time. */
const MAX_WAITING = 1000;

/**
 * Another unit of work holds the lock. This one must restart, because it can't wait while it holds a connection or a
 * lock.
 */
export class LockHeld extends Error {
  override readonly name = 'LockHeld';

  constructor(readonly lock: string) {
    super(`Another unit of work holds the lock ${lock}.`);
  }
}

/**
 * Where units of work of this process wait for a lock that another of them holds, first come, first served. In the
 * database, each would wait with its own connection: a hundred changes of one record would take all connections.
 */
export class LockQueue {
  /** Waiters by lock. A lock without an entry is free. */
  private readonly waiting = new Map<string, ((isMine: boolean) => void)[]>();

  /** Number of waiters. */
  get size(): number {
    let count = 0;
    for (const queue of this.waiting.values()) count += queue.length;
    return count;
  }

  /** Returns false if another unit of work holds the lock. */
  tryAcquire(lock: string): boolean {
    if (this.waiting.has(lock)) return false;
    this.waiting.set(lock, []);
    return true;
  }

  async acquire(lock: string, waitMs: number): Promise<void> {
    if (this.tryAcquire(lock)) return;
    const queue = this.waiting.get(lock)!;
    if (queue.length >= MAX_WAITING || !(await handedOver(queue, waitMs))) throw busy();
  }

  release(lock: string): void {
    const next = this.waiting.get(lock)!.shift();
    if (next) next(true);
    else this.waiting.delete(lock);
  }
}

function handedOver(queue: ((isMine: boolean) => void)[], waitMs: number): Promise<boolean> {
  return new Promise((resolve) => {
    const take = (isMine: boolean) => {
      clearTimeout(timeout);
      resolve(isMine);
    };
    const timeout = setTimeout(() => {
      queue.splice(queue.indexOf(take), 1);
      take(false);
    }, waitMs);
    queue.push(take);
  });
}

/** The locks of one unit of work, from its first try to the end of the last. */
export class HeldLocks {
  private readonly held = new Set<string>();
  private readonly deadline = performance.now() + WAIT_MS;

  constructor(private readonly queue: LockQueue) {}

  /** Waits only if that blocks nobody: without a connection, and without another lock. */
  async acquire(lock: string, hasConnection: boolean): Promise<void> {
    if (this.held.has(lock)) return;
    if (!this.queue.tryAcquire(lock)) {
      if (hasConnection || this.held.size > 0) throw new LockHeld(lock);
      await this.queue.acquire(lock, this.timeLeft());
    }
    this.held.add(lock);
  }

  /**
   * Takes one more lock, and retakes those it had. All take their locks in the same order, so no two wait for each
   * other.
   */
  async acquireWith(lock: string): Promise<void> {
    const all = [...this.held, lock].sort();
    this.releaseAll();
    for (const each of all) {
      await this.queue.acquire(each, this.timeLeft());
      this.held.add(each);
    }
  }

  releaseAll(): void {
    for (const lock of this.held) this.queue.release(lock);
    this.held.clear();
  }

  private timeLeft(): number {
    return Math.max(0, this.deadline - performance.now());
  }
}
