import { setTimeout as pause } from 'node:timers/promises';
import { clock } from '../../shared/kernel/clock.js';
import type { Lane, LaneId } from '../../shared/jobs/lanes.js';
import { outcomeOf, type Outcome } from './delivery-outcome.js';
import type { DeliveryBook } from './delivery-book.js';
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

/** What happens or ends within these times is looked up, or goes into the book, together. */
const LOOK_PAUSE_MS = 10;
const RECORD_PAUSE_MS = 20;

/** Serves one subscription until nothing is due. What concerns the same resource is sent one after the other. */
export class DeliveryLane implements Lane {
  private receiver?: Receiver;
  /** By resource; what is in no order is a chain of its own. */
  private readonly chains = new Map<string, WaitingDelivery[]>();
  private readonly unbegun: string[] = [];
  /** Looked up, and their outcome is not in the book yet. */
  private readonly underway = new Set<string>();
  /** Resources of a failed delivery that is not in the book yet: nothing may overtake it. */
  private readonly blocked = new Set<string>();
  private outcomes: Outcome[] = [];
  private recording?: Promise<void>;
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
      while (this.unbegun.length > 0 && this.mayCall()) void this.follow(this.unbegun.shift()!);
      if (this.isDone()) break;
      await new Promise<void>((ring) => (this.ring = ring));
    }
    if (this.failure) throw this.failure;
  }

  private hasRoom(): boolean {
    if (this.isStopped || this.isResting) return false;
    return this.unbegun.length < LEAST_AHEAD && this.underway.size < MOST_UNDERWAY;
  }

  private mayCall(): boolean {
    return !this.isStopped && this.calls < (this.isInTrouble ? CALLS_IN_TROUBLE : MOST_CALLS);
  }

  private isDone(): boolean {
    if (this.calls > 0 || this.recording || this.looking) return false;
    return this.isStopped || (!this.isWoken && this.underway.size === 0);
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
    const { receiver, deliveries, hasMore } = await this.book.next(this.id, [...this.underway]);
    if (!receiver) return this.stop();
    this.receiver = receiver;
    this.isInTrouble ||= receiver.failingSince !== null;
    if (hasMore) this.isWoken = true;
    else this.rest();
    for (const delivery of deliveries) this.accept(delivery);
  }

  /** The first of many is sent at once; the others are looked up together. */
  private rest(): void {
    this.isResting = true;
    setTimeout(() => {
      this.isResting = false;
      this.ring();
    }, LOOK_PAUSE_MS);
  }

  private accept(delivery: WaitingDelivery): void {
    const key = keyOf(delivery);
    if (this.blocked.has(key)) return;
    this.underway.add(delivery.id);
    const chain = this.chains.get(key);
    if (chain) return void chain.push(delivery);
    this.chains.set(key, [delivery]);
    this.unbegun.push(key);
  }

  private async follow(key: string): Promise<void> {
    this.calls++;
    const chain = this.chains.get(key)!;
    for (let next = chain.shift(); next && !this.isStopped; next = chain.shift()) {
      const outcome = await this.deliver(next, this.receiver!);
      if (this.breaking.signal.aborted) break;
      const isTaken = outcome.status === 'delivered';
      this.isInTrouble = !isTaken;
      if (!isTaken) {
        this.blocked.add(key);
        outcome.heldBack = chain.splice(0);
      }
      this.note(outcome);
    }
    this.chains.delete(key);
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

  private note(outcome: Outcome): void {
    this.outcomes.push(outcome);
    this.recording ??= this.record().finally(() => {
      this.recording = undefined;
      this.ring();
    });
  }

  /** Whatever ends until then, or while the book is being written, goes in together. */
  private async record(): Promise<void> {
    try {
      while (this.outcomes.length > 0) {
        await pause(RECORD_PAUSE_MS);
        const outcomes = this.outcomes;
        this.outcomes = [];
        if (!(await this.book.record(this.id, this.receiver!, outcomes))) this.stop();
        // Who looked before this was written may still come back with what must wait.
        await this.looking;
        for (const { delivery, heldBack } of outcomes) {
          for (const { id } of [delivery, ...heldBack]) this.underway.delete(id);
          this.blocked.delete(keyOf(delivery));
        }
        this.ring();
      }
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

function keyOf({ id, resource }: WaitingDelivery): string {
  return resource ?? id;
}
