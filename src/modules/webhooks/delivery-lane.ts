import { clock } from '../../shared/kernel/clock.js';
import type { Lane, LaneId } from '../../shared/jobs/lanes.js';
import type { DeliveryBook } from './delivery-book.js';
import { DeliveryChains } from './delivery-chains.js';
import { outcomeOf, type Outcome } from './delivery-outcome.js';
import { OutcomeNotes } from './outcome-notes.js';
import type { Receiver, WaitingDelivery } from './waiting-delivery.js';
import { signedHeaders } from './webhook-signatures.js';
import type { WebhookCaller } from './webhook-caller.js';

/** How many calls one receiver gets at a time: many while it takes them, few while it does not. */
const MOST_CALLS = 32;
const CALLS_IN_TROUBLE = 2;

/** Calls need not wait for the database while so many are looked up and not begun. */
const LEAST_AHEAD = 2 * MOST_CALLS;
/** Of calls that are made and not in the book; where it is slow, they wait for it. */
const MOST_UNDERWAY = 1000;

/** What happens within this time is looked up together. */
const LOOK_PAUSE_MS = 10;

/** Serves one subscription until nothing is due. What concerns the same resource is sent one after the other. */
export class DeliveryLane implements Lane {
  private receiver?: Receiver;
  private readonly chains = new DeliveryChains();
  private readonly notes = new OutcomeNotes(
    (outcomes) => this.record(outcomes),
    () => this.ring(),
  );
  private looking?: Promise<void>;
  private failure?: Error;
  private calls = 0;
  private isInTrouble = false;
  private isStopped = false;
  private isResting = false;
  private readonly breaking = new AbortController();
  private ring = (): void => undefined;
  isWoken = true;

  constructor(
    private readonly id: LaneId,
    private readonly book: DeliveryBook,
    private readonly caller: WebhookCaller,
  ) {}

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

  /** Gives up those that are under way; it is not known whether they arrive. */
  breakOff(): void {
    this.stop();
    this.breaking.abort();
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
    return this.chains.waiting < LEAST_AHEAD && this.chains.size < MOST_UNDERWAY;
  }

  private mayCall(): boolean {
    return !this.isStopped && this.calls < (this.isInTrouble ? CALLS_IN_TROUBLE : MOST_CALLS);
  }

  private isDone(): boolean {
    if (this.calls > 0 || this.notes.isWriting || this.looking) return false;
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
    const { receiver, deliveries, hasMore } = await this.book.next(
      this.id,
      this.chains.ids(),
      this.chains.closed(),
    );
    if (!this.serve(receiver)) return;
    this.isInTrouble ||= receiver.isFailing;
    if (hasMore) this.isWoken = true;
    else this.rest();
    for (const delivery of deliveries) this.chains.accept(delivery);
  }

  /** Where it goes may have changed; where it goes nowhere any more, that is the end. */
  private serve(receiver: Receiver | undefined): receiver is Receiver {
    if (receiver) this.receiver = receiver;
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
    this.calls++;
    for (let next = this.chains.next(key); next && !this.isStopped; next = this.chains.next(key)) {
      const outcome = await this.deliver(next, this.receiver!);
      if (this.breaking.signal.aborted) break;
      this.isInTrouble = outcome.status !== 'delivered';
      if (this.isInTrouble) outcome.heldBack = this.chains.block(key);
      else if (this.chains.hasThinnedOut(key)) this.isWoken = true;
      this.notes.add(outcome);
    }
    this.chains.end(key);
    this.calls--;
    this.ring();
  }

  private async deliver(delivery: WaitingDelivery, receiver: Receiver): Promise<Outcome> {
    const { eventId, body } = delivery;
    const { url, keys } = receiver;
    const at = clock.now();
    const headers = signedHeaders({ eventId, body, at, keys });
    const result = await this.caller.call({ url, headers, body }, this.breaking.signal);
    return outcomeOf(delivery, { url, at, ...result });
  }

  private async record(outcomes: readonly Outcome[]): Promise<void> {
    try {
      this.serve(await this.book.record(this.id, outcomes));
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
