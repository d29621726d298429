import type { Outcome } from './delivery-outcome.js';
import type { WaitingDelivery } from './waiting-delivery.js';

/** With so many in line no more of a resource are looked up, so that it leaves room for others… */
const CROWDED = 50;
/** …until it is down to this. */
const THINNED_OUT = 16;

/** What a lane has looked up. Deliveries of one resource are a chain, one that is in no order is a chain of its own. */
export class DeliveryChains {
  private readonly chains = new Map<string, WaitingDelivery[]>();
  private readonly unbegun: string[] = [];
  /** Their outcome is not in the book yet. */
  private readonly underway = new Set<string>();
  /** Resources of a failed delivery that is not in the book yet: nothing may overtake it. */
  private readonly blocked = new Set<string>();

  get size(): number {
    return this.underway.size;
  }

  /** Chains that nobody follows yet. */
  get waiting(): number {
    return this.unbegun.length;
  }

  ids(): string[] {
    return [...this.underway];
  }

  /** Not to be looked up now: who looks while a resource is blocked may come back when it is no more. */
  closed(): string[] {
    const crowded = [...this.chains].filter(([, chain]) => chain.length > CROWDED).map(([key]) => key);
    return [...crowded, ...this.blocked];
  }

  accept(delivery: WaitingDelivery): void {
    const key = keyOf(delivery);
    if (this.blocked.has(key)) return;
    this.underway.add(delivery.id);
    const chain = this.chains.get(key);
    if (chain) return void chain.push(delivery);
    this.chains.set(key, [delivery]);
    this.unbegun.push(key);
  }

  begin(): string {
    return this.unbegun.shift()!;
  }

  next(key: string): WaitingDelivery | undefined {
    return this.chains.get(key)!.shift();
  }

  hasThinnedOut(key: string): boolean {
    return this.chains.get(key)!.length === THINNED_OUT;
  }

  /** Answers those that must not overtake one that failed. */
  block(key: string): WaitingDelivery[] {
    this.blocked.add(key);
    return this.chains.get(key)!.splice(0);
  }

  end(key: string): void {
    this.chains.delete(key);
  }

  /** It is in the book what became of them. */
  settle(outcomes: readonly Outcome[]): void {
    for (const { delivery, heldBack, status } of outcomes) {
      for (const { id } of [delivery, ...heldBack]) this.underway.delete(id);
      // One that was taken before says nothing of one that failed since.
      if (status !== 'delivered') this.blocked.delete(keyOf(delivery));
    }
  }
}

function keyOf({ id, resource }: WaitingDelivery): string {
  return resource ?? id;
}
