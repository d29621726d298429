import type { Lane, LaneId } from '../../../shared/jobs/lane-dispatcher.js';
import type { WebhookCaller } from '../calling/webhook-caller.js';
import type { DeliveryMetrics } from './delivery-metrics.js';
import type { Outcome } from './delivery-outcome.js';
import { MAX_CALLS } from '../calling/call-limits.js';
import { DeliverySender, type Receiver } from './delivery-sender.js';
import type { DeliveryStore } from './delivery-store.js';
import { OutcomeBatcher } from './outcome-batcher.js';
import { DeliveryOrder } from './delivery-order.js';

/** If fewer queues than this are ready, the lane fetches more, so calls do not wait for the database. */
const MIN_READY = 2 * MAX_CALLS;
/** With this many unsaved outcomes, the lane fetches nothing: calls wait for a slow database. */
const MAX_IN_FLIGHT = 1000;

/** The pause after a fetch that left nothing. Events within this time are fetched together. */
const FETCH_PAUSE_MS = 10;

/** Sends the deliveries of one subscription until none is due. Deliveries of one resource are sent one by one. */
export class DeliveryLane implements Lane {
  needsFetch = true;
  private readonly queues = new DeliveryOrder();
  private readonly sender: DeliverySender;
  private readonly batcher = new OutcomeBatcher(
    (outcomes) => this.save(outcomes),
    () => this.resume(),
  );
  private fetching?: Promise<void>;
  private failure?: Error;
  /** The number of queues in progress: one call each. */
  private sendingCount = 0;
  private isStopped = false;
  private isFetchPaused = false;
  /** Wakes up `run` after a change. */
  private resume = (): void => undefined;

  constructor(
    private readonly id: LaneId,
    private readonly store: DeliveryStore,
    caller: WebhookCaller,
    private readonly metrics: DeliveryMetrics,
  ) {
    this.sender = new DeliverySender(caller);
  }

  wake(): void {
    this.needsFetch = true;
    this.resume();
  }

  stop(): void {
    this.isStopped = true;
    this.resume();
  }

  abort(): void {
    this.stop();
    this.sender.abort();
  }

  async run(): Promise<void> {
    for (;;) {
      if (this.needsFetch && this.mayFetch()) this.fetching ??= this.fetch();
      while (this.queues.readyCount > 0 && this.maySend()) void this.sendQueue(this.queues.start());
      if (this.isDone()) break;
      await new Promise<void>((resume) => (this.resume = resume));
    }
    if (this.failure) throw this.failure;
  }

  private mayFetch(): boolean {
    if (this.isStopped || this.isFetchPaused) return false;
    return this.queues.readyCount < MIN_READY && this.queues.inFlightCount < MAX_IN_FLIGHT;
  }

  private maySend(): boolean {
    return !this.isStopped && this.sendingCount < this.sender.maxCalls;
  }

  private isDone(): boolean {
    if (this.sendingCount > 0 || this.batcher.isSaving || this.fetching) return false;
    return this.isStopped || (!this.needsFetch && this.queues.inFlightCount === 0);
  }

  private async fetch(): Promise<void> {
    this.needsFetch = false;
    try {
      await this.fetchDue();
    } catch (error) {
      this.fail(error);
    }
    this.fetching = undefined;
    this.resume();
  }

  private async fetchDue(): Promise<void> {
    const { receiver, deliveries, hasMore } = await this.store.fetchDue(this.id, {
      inFlight: this.queues.inFlightIds(),
      excludedResources: this.queues.excludedResources(),
    });
    if (!this.sendTo(receiver)) return;
    if (receiver.isFailing) this.sender.slowDown();
    if (hasMore) this.needsFetch = true;
    else this.pauseFetching();
    for (const delivery of deliveries) this.queues.add(delivery);
  }

  /** Stops if the receiver no longer exists. */
  private sendTo(receiver: Receiver | undefined): receiver is Receiver {
    if (receiver) this.sender.sendTo(receiver);
    else this.stop();
    return receiver !== undefined;
  }

  /** The first of many events is sent at once; the next ones are fetched together. */
  private pauseFetching(): void {
    this.isFetchPaused = true;
    setTimeout(() => {
      this.isFetchPaused = false;
      this.resume();
    }, FETCH_PAUSE_MS);
  }

  private async sendQueue(key: string): Promise<void> {
    this.sendingCount++;
    for (let next = this.queues.next(key); next && !this.isStopped; next = this.queues.next(key)) {
      const outcome = await this.sender.send(next);
      if (this.sender.isAborted) break;
      if (outcome.status !== 'delivered') outcome.blocked = this.queues.block(key);
      else if (this.queues.needsRefill(key)) this.wake();
      this.metrics.observe(outcome);
      this.batcher.add(outcome);
    }
    this.queues.end(key);
    this.sendingCount--;
    this.resume();
  }

  private async save(outcomes: readonly Outcome[]): Promise<void> {
    try {
      this.sendTo(await this.store.saveOutcomes(this.id, outcomes));
      // A fetch that started before this save may still return deliveries that must wait.
      await this.fetching;
      this.queues.onSaved(outcomes);
      this.resume();
    } catch (error) {
      this.fail(error);
    }
  }

  /** Calls in progress finish first. */
  private fail(error: unknown): void {
    this.failure = error as Error;
    this.stop();
  }
}
