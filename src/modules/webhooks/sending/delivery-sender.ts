import { clock } from '../../../shared/kernel/clock.js';
import { wireId } from '../../../shared/kernel/ids.js';
import { MAX_CALLS, MAX_CALLS_WHILE_FAILING } from '../calling/call-limits.js';
import type { WebhookCaller } from '../calling/webhook-caller.js';
import { outcomeOf, type DueDelivery, type Outcome } from './delivery-outcome.js';
import { signedHeaders, type SigningKey } from '../../../shared/kernel/webhook-signatures.js';

/** The receiver of a subscription's deliveries. */
export interface Receiver {
  url: string;
  /** Newest first. */
  keys: SigningKey[];
  isFailing: boolean;
}

/** Signs deliveries and sends them to one receiver. */
export class DeliverySender {
  private receiver?: Receiver;
  private isFailing = false;
  private readonly aborting = new AbortController();

  constructor(private readonly caller: WebhookCaller) {}

  get maxCalls(): number {
    return this.isFailing ? MAX_CALLS_WHILE_FAILING : MAX_CALLS;
  }

  get isAborted(): boolean {
    return this.aborting.signal.aborted;
  }

  /** Uses this URL and these keys from now on. */
  sendTo(receiver: Receiver): void {
    this.receiver = receiver;
  }

  slowDown(): void {
    this.isFailing = true;
  }

  /** Aborts all calls. Whether they arrive is unknown. */
  abort(): void {
    this.aborting.abort();
  }

  async send(delivery: DueDelivery): Promise<Outcome> {
    const { eventId, body } = delivery;
    const { url, keys } = this.receiver!;
    const at = clock.now();
    const headers = signedHeaders({ eventId: wireId('event', eventId), body, at, keys });
    const result = await this.caller.call({ url, headers, body }, this.aborting.signal);
    const outcome = outcomeOf(delivery, { url, at, ...result });
    this.isFailing = outcome.status !== 'delivered';
    return outcome;
  }
}
