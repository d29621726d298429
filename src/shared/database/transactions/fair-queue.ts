import { busy } from '../../kernel/errors.js';

interface QueueLimits {
  /** Maximum number of running tasks. */
  max: number;
  /** Additional tasks for owners that have none running, so that no single owner blocks the others. */
  reserve: number;
  /** Maximum wait before a task is refused. */
  waitMs: number;
  /** Maximum waiting tasks of one owner; more are refused at once. */
  maxWaiting: number;
}

interface Share {
  owner: string;
  atWork: number;
  /** Each starts one waiting task. */
  waiting: (() => void)[];
}

/**
 * Limits the number of running tasks. A single owner may use all of it. If several owners want more than that, the
 * owner with the fewest running tasks is next; equals take turns.
 */
export class FairQueue {
  /** Owners with running or waiting tasks; the one served last comes last. */
  private readonly shares = new Map<string, Share>();
  private total = 0;

  constructor(private readonly limits: QueueLimits) {}

  get atWork(): number {
    return this.total;
  }

  get waiting(): number {
    let count = 0;
    for (const share of this.shares.values()) count += share.waiting.length;
    return count;
  }

  /** Must be followed by `release`. If it returns undefined, there is no wait. */
  acquire(owner: string): Promise<void> | undefined {
    const share = this.shareOf(owner);
    if (this.hasRoomFor(share)) return this.start(share);
    if (share.waiting.length >= this.limits.maxWaiting) throw busy();
    return this.wait(share);
  }

  release(owner: string): void {
    const share = this.shares.get(owner)!;
    share.atWork--;
    this.total--;
    this.forgetIfIdle(share);
    this.startNext();
  }

  private shareOf(owner: string): Share {
    let share = this.shares.get(owner);
    if (!share) this.shares.set(owner, (share = { owner, atWork: 0, waiting: [] }));
    return share;
  }

  private hasRoomFor({ atWork }: Share): boolean {
    const { max, reserve } = this.limits;
    return this.total < (atWork === 0 ? max + reserve : max);
  }

  private start(share: Share): undefined {
    share.atWork++;
    this.total++;
  }

  private wait(share: Share): Promise<void> {
    return new Promise((resolve, reject) => {
      const start = () => {
        clearTimeout(timeout);
        resolve();
      };
      const timeout = setTimeout(() => {
        share.waiting.splice(share.waiting.indexOf(start), 1);
        this.forgetIfIdle(share);
        reject(busy());
      }, this.limits.waitMs);
      share.waiting.push(start);
    });
  }

  private startNext(): void {
    const share = this.next();
    if (!share || !this.hasRoomFor(share)) return;
    this.shares.delete(share.owner);
    this.shares.set(share.owner, share);
    this.start(share);
    share.waiting.shift()!();
  }

  private next(): Share | undefined {
    let next: Share | undefined;
    for (const share of this.shares.values())
      if (share.waiting.length > 0 && (!next || share.atWork < next.atWork)) next = share;
    return next;
  }

  private forgetIfIdle({ owner, atWork, waiting }: Share): void {
    if (atWork === 0 && waiting.length === 0) this.shares.delete(owner);
  }
}
