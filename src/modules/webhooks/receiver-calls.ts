import { clock } from '../../shared/kernel/clock.js';
import { outcomeOf, type Outcome } from './delivery-outcome.js';
import type { Receiver, WaitingDelivery } from './waiting-delivery.js';
import { signedHeaders } from './webhook-signatures.js';
import type { WebhookCaller } from './calling/webhook-caller.js';

/** How many calls one receiver gets at a time: many while it takes them, few while it does not. */
export const MAX_CALLS = 32;
const CALLS_IN_TROUBLE = 2;

/** Calls one receiver, as it is known by now. */
export class ReceiverCalls {
  private receiver?: Receiver;
  private isInTrouble = false;
  private readonly breaking = new AbortController();

  constructor(private readonly caller: WebhookCaller) {}

  /** How many may be under way now. */
  get most(): number {
    return this.isInTrouble ? CALLS_IN_TROUBLE : MAX_CALLS;
  }

  get isBrokenOff(): boolean {
    return this.breaking.signal.aborted;
  }

  /** Where it is, and the keys to sign with, may have changed. */
  leadTo(receiver: Receiver): void {
    this.receiver = receiver;
  }

  expectTrouble(): void {
    this.isInTrouble = true;
  }

  /** Gives up those that are under way; it is not known whether they arrive. */
  breakOff(): void {
    this.breaking.abort();
  }

  async make(delivery: WaitingDelivery): Promise<Outcome> {
    const { eventId, body } = delivery;
    const { url, keys } = this.receiver!;
    const at = clock.now();
    const headers = signedHeaders({ eventId, body, at, keys });
    const result = await this.caller.call({ url, headers, body }, this.breaking.signal);
    const outcome = outcomeOf(delivery, { url, at, ...result });
    this.isInTrouble = outcome.status !== 'delivered';
    return outcome;
  }
}
