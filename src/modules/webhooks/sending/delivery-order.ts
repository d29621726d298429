import type { DueDelivery, Outcome } from './delivery-outcome.js';

/** If its queue is longer than this, no more deliveries of a resource are fetched, to leave room for others… */
const FULL_ABOVE = 50;
/** …until its queue has shrunk to this length. */
const REFILL_AT = 16;

/**
 * The deliveries that a lane has fetched, in one queue for each resource. A delivery without a resource has its own
 * queue. A key identifies a queue.
 */
export class DeliveryOrder {
  private readonly queues = new Map<string, DueDelivery[]>();
  /** The keys of queues that are not in progress. */
  private readonly ready: string[] = [];
  /** Fetched deliveries whose outcome is not saved yet. */
  private readonly inFlight = new Set<string>();
  /** Resources with an unsaved failure: nothing may overtake it. */
  private readonly blocked = new Set<string>();

  get inFlightCount(): number {
    return this.inFlight.size;
  }

  get readyCount(): number {
    return this.ready.length;
  }

  inFlightIds(): string[] {
    return [...this.inFlight];
  }

  /** Resources to exclude from a fetch, including blocked ones: a fetch may end after they are unblocked. */
  excludedResources(): string[] {
    const full = [...this.queues].filter(([, queue]) => queue.length > FULL_ABOVE).map(([key]) => key);
    return [...full, ...this.blocked];
  }

  add(delivery: DueDelivery): void {
    const key = keyOf(delivery);
    if (this.blocked.has(key)) return;
    this.inFlight.add(delivery.id);
    const queue = this.queues.get(key);
    if (queue) return void queue.push(delivery);
    this.queues.set(key, [delivery]);
    this.ready.push(key);
  }

  /** Returns the key of the queue to send next. */
  start(): string {
    return this.ready.shift()!;
  }

  next(key: string): DueDelivery | undefined {
    return this.queues.get(key)!.shift();
  }

  needsRefill(key: string): boolean {
    return this.queues.get(key)!.length === REFILL_AT;
  }

  /** After a failure: empties the queue and returns its deliveries. */
  block(key: string): DueDelivery[] {
    this.blocked.add(key);
    return this.queues.get(key)!.splice(0);
  }

  end(key: string): void {
    this.queues.delete(key);
  }

  onSaved(outcomes: readonly Outcome[]): void {
    for (const { delivery, blocked, status } of outcomes) {
      for (const { id } of [delivery, ...blocked]) this.inFlight.delete(id);
      // A success says nothing about a failure that came after it.
      if (status !== 'delivered') this.blocked.delete(keyOf(delivery));
    }
  }
}

function keyOf({ id, resource }: DueDelivery): string {
  return resource ?? id;
}
