import type { Lane, LaneId } from '../../shared/jobs/lanes.js';
import type { DeliveryStore } from './delivery-store.js';
import { DeliveryChains } from './delivery-chains.js';
import type { Outcome } from './delivery-outcome.js';
import { OutcomeBatcher } from './outcome-batcher.js';
import { MAX_CALLS, ReceiverCalls } from './receiver-calls.js';
import type { Receiver } from './waiting-delivery.js';
import type { WebhookCaller } from './calling/webhook-caller.js';

/** Calls need not wait for the database while so many are looked up and not begun. */
const MIN_AHEAD = 2 * MAX_CALLS;
/** With so many calls made that are not in the book, no more are looked up: where it is slow, they wait for it. */
const MAX_UNDERWAY = 1000;

/** What happens within this time is looked up together. */
const LOOK_PAUSE_MS = 10;

/** Serves one subscription until nothing is due. What concerns the same resource is sent one after the other. */
export class DeliveryLane implements Lane {
  private readonly chains = new DeliveryChains();
  private readonly batcher = new OutcomeBatcher(
    (outcomes) => this.record(outcomes),
    () => this.ring(),
  );
  private looking?: Promise<void>;
  private failure?: Error;
  private readonly calls: ReceiverCalls;
  /** Chains that are being followed: one call each. */
  private followed = 0;
  private isStopped = false;
  private isResting = false;
  private ring = (): void => undefined;
  isWoken = true;

  constructor(
    private readonly id: LaneId,
    private readonly store: DeliveryStore,
    caller: WebhookCaller,
  ) {
    this.calls = new ReceiverCalls(caller);
  }

  /** There may be something new. */
  wake(): void {
    this.isWoken = true;
    this.ring();
  }

  /** Begins no further call. */
  stop(): void {
    this.isStopped = true;
    this.ring();
  }

  breakOff(): void {
    this.stop();
    this.calls.breakOff();
  }

  async run(): Promise<void> {
    for (;;) {
      if (this.isWoken && this.hasRoom()) this.looking ??= this.lookAhead();
      while (this.chains.waiting > 0 && this.mayCall()) void this.follow(this.chains.begin());
      if (this.isDone()) break;
      await new Promise<void>((ring) => (this.ring = ring));
    }
    if (this.failure) throw this.failure;
  }

  private hasRoom(): boolean {
    if (this.isStopped || this.isResting) return false;
    return this.chains.waiting < MIN_AHEAD && this.chains.size < MAX_UNDERWAY;
  }

  private mayCall(): boolean {
    return !this.isStopped && this.followed < this.calls.most;
  }

  private isDone(): boolean {
    if (this.followed > 0 || this.batcher.isWriting || this.looking) return false;
    return this.isStopped || (!this.isWoken && this.chains.size === 0);
  }

  private async lookAhead(): Promise<void> {
    this.isWoken = false;
    try {
      await this.fetch();
    } catch (error) {
      this.fail(error);
    }
    this.looking = undefined;
    this.ring();
  }

  private async fetch(): Promise<void> {
    const { receiver, deliveries, hasMore } = await this.store.next(
      this.id,
      this.chains.ids(),
      this.chains.closed(),
    );
    if (!this.serve(receiver)) return;
    if (receiver.isFailing) this.calls.expectTrouble();
    if (hasMore) this.isWoken = true;
    else this.rest();
    for (const delivery of deliveries) this.chains.accept(delivery);
  }

  /** Where it goes may have changed; where it goes nowhere any more, that is the end. */
  private serve(receiver: Receiver | undefined): receiver is Receiver {
    if (receiver) this.calls.leadTo(receiver);
    else this.stop();
    return receiver !== undefined;
  }

  /** The first of many is sent at once; the others are looked up together. */
  private rest(): void {
    this.isResting = true;
    setTimeout(() => {
      this.isResting = false;
      this.ring();
    }, LOOK_PAUSE_MS);
  }

  private async follow(key: string): Promise<void> {
    this.followed++;
    for (let next = this.chains.next(key); next && !this.isStopped; next = this.chains.next(key)) {
      const outcome = await this.calls.make(next);
      if (this.calls.isBrokenOff) break;
      if (outcome.status !== 'delivered') outcome.heldBack = this.chains.block(key);
      else if (this.chains.hasThinnedOut(key)) this.wake();
      this.batcher.add(outcome);
    }
    this.chains.end(key);
    this.followed--;
    this.ring();
  }

  private async record(outcomes: readonly Outcome[]): Promise<void> {
    try {
      this.serve(await this.store.record(this.id, outcomes));
      // Who looked before this was written may still come back with what must wait.
      await this.looking;
      this.chains.settle(outcomes);
      this.ring();
    } catch (error) {
      this.fail(error);
    }
  }

  /** Calls that are under way come to their end first. */
  private fail(error: unknown): void {
    this.failure = error as Error;
    this.stop();
  }
}
