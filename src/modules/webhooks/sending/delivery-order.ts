import type { DueDelivery, Outcome } from './delivery-outcome.js';

/** With more than this in its queue, nothing more of a resource is fetched, so that it leaves room for others… */
const FULL_ABOVE = 50;
/** …until its queue is as short as this. */
const REFILL_AT = 16;

/**
 * The deliveries that a lane has fetched, in one queue for each resource. A delivery without a resource has a queue of
 * its own. A queue is named by its key.
 */
export class DeliveryOrder {
  private readonly queues = new Map<string, DueDelivery[]>();
  /** The keys of queues that nobody sends yet. */
  private readonly ready: string[] = [];
  /** Deliveries that were fetched and whose outcome is not saved yet. */
  private readonly inFlight = new Set<string>();
  /** Resources with a failure that is not saved yet: nothing may overtake it. */
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

  /** Not to be fetched now. A blocked resource is one of them, because a fetch may end after it is unblocked. */
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

  /** Answers the key of the queue that is to be sent next. */
  start(): string {
    return this.ready.shift()!;
  }

  next(key: string): DueDelivery | undefined {
    return this.queues.get(key)!.shift();
  }

  needsRefill(key: string): boolean {
    return this.queues.get(key)!.length === REFILL_AT;
  }

  /** After a failure: empties the queue, and answers what was in it. */
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
