import { defineEntity, p } from '@mikro-orm/core';
import { moment, recordColumns, textList } from '../../shared/database/columns.js';
import { clock } from '../../shared/kernel/clock.js';

/** Whether events of one resource are delivered one after the other, or all as soon as can be. */
export const ORDERINGS = ['resource', 'none'] as const;

export type Ordering = (typeof ORDERINGS)[number];

/** The receiver said that it is gone for good, or it failed for days. */
export const DISABLED_REASONS = ['gone', 'failing'] as const;

export type DisabledReason = (typeof DISABLED_REASONS)[number];

/** How long a secret goes on to sign after a new one took its place. */
const ROTATION_MS = 86_400_000;

const WebhookSubscriptionSchema = defineEntity({
  name: 'WebhookSubscription',
  tableName: 'webhook_subscription',
  properties: {
    ...recordColumns,
    url: p.text(),
    events: textList(),
    active: p.boolean(),
    ordering: p.text().$type<Ordering>(),
    disabledReason: p.text().$type<DisabledReason>().nullable(),
    failingSince: moment().nullable(),
    failedAt: moment().nullable(),
    sealedSecret: p.blob(),
    previousSealedSecret: p.blob().nullable(),
    previousUntil: moment().nullable(),
  },
});

/** Where a tenant wants to be told of what happens, and of which kinds of events. */
export class WebhookSubscription extends WebhookSubscriptionSchema.class {
  change({
    url = this.url,
    events = this.events,
    active = this.active,
    ordering = this.ordering,
  }: SubscriptionChange): void {
    this.url = url;
    this.events = once(events);
    this.ordering = ordering;
    this.updatedAt = clock.now();
    if (active !== this.active) this.turn(active);
  }

  disable(reason: DisabledReason): void {
    this.turn(false);
    this.disabledReason = reason;
    this.updatedAt = clock.now();
  }

  /** The old secret signs as well for a while, so that nobody has to change theirs in the same moment. */
  rotateSecret(sealedSecret: Buffer): void {
    this.previousSealedSecret = this.sealedSecret;
    this.sealedSecret = sealedSecret;
    this.updatedAt = clock.now();
    this.previousUntil = new Date(this.updatedAt.getTime() + ROTATION_MS);
  }

  /** Whoever switches it on again begins anew. */
  private turn(active: boolean): void {
    this.active = active;
    this.disabledReason = this.failingSince = this.failedAt = null;
  }
}

/** Each kind once, however often it was named. */
export function once(events: readonly string[]): string[] {
  return [...new Set(events)];
}

export interface SubscriptionChange {
  url?: string;
  events?: string[];
  active?: boolean;
  ordering?: Ordering;
}

WebhookSubscriptionSchema.setClass(WebhookSubscription);
