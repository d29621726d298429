import { defineEntity, p } from '@mikro-orm/core';
import { columns } from '../../../shared/database/records/column-map.js';
import {
  moment,
  newRecord,
  recordColumns,
  textList,
  timestamps,
} from '../../../shared/database/records/columns.js';
import { notPersonal } from '../../../shared/database/records/personal.js';
import { detached } from '../../../shared/database/records/detached.js';
import { clock } from '../../../shared/kernel/clock.js';
import { hasFailedTooLong, healthAfterFailure } from './receiver-health.js';
import { previousSecretExpiry } from './secret-rotation.js';

/** Whether events of one resource are delivered one by one, or all as soon as possible. */
export const ORDERINGS = ['resource', 'none'] as const;

export type Ordering = (typeof ORDERINGS)[number];

/** The receiver answered that it is gone permanently, or it failed for days. */
export const DISABLED_REASONS = ['gone', 'failing'] as const;

export type DisabledReason = (typeof DISABLED_REASONS)[number];

/** The stored fields of a subscription that its view shows. */
export const subscriptionFields = columns({
  url: p.text(),
  events: notPersonal(textList()),
  active: p.boolean(),
  ordering: notPersonal(p.text().$type<Ordering>()),
  disabledReason: notPersonal(p.text().$type<DisabledReason>().nullable()),
  ...timestamps,
});

/** The columns that calls to the receiver change. */
export const healthFields = columns({
  active: subscriptionFields.properties.active,
  disabledReason: subscriptionFields.properties.disabledReason,
  failingSince: moment().nullable(),
  failedAt: moment().nullable(),
  updatedAt: timestamps.updatedAt,
});

/** The columns that calls to the receiver need. */
export const receiverColumns = columns({
  id: recordColumns.id,
  url: subscriptionFields.properties.url,
  sealedSecret: p.blob().$type<Buffer>(),
  previousSealedSecret: p.blob().$type<Buffer>().nullable(),
  previousUntil: moment().nullable(),
}).and(healthFields);

const WebhookSubscriptionSchema = defineEntity({
  name: 'WebhookSubscription',
  tableName: 'webhook_subscription',
  properties: { ...recordColumns, ...subscriptionFields.properties, ...receiverColumns.properties },
});

/** A URL of a tenant, and the kinds of events that are delivered to it. */
export class WebhookSubscription extends WebhookSubscriptionSchema.class {
  static create(id: string, given: NewSubscription, sealedSecret: Buffer): WebhookSubscription {
    const { url, events, active = true, ordering = 'resource' } = given;
    return detached(WebhookSubscription, {
      ...newRecord(),
      ...{ id, url, events: unique(events), active, ordering, sealedSecret },
    });
  }

  change({
    url = this.url,
    events = this.events,
    active = this.active,
    ordering = this.ordering,
  }: SubscriptionChange): void {
    this.url = url;
    this.events = unique(events);
    this.ordering = ordering;
    this.updatedAt = clock.notBefore(this.updatedAt);
    if (active !== this.active) this.switch(active);
  }

  /**
   * Counts failures, and disables a subscription whose receiver is gone or has failed for too long. Returns whether
   * anything changed. `now` is the database's time, which all workers share.
   */
  receiveResults({ hasSuccess, isGone }: CallResults, now: Date): boolean {
    if (hasSuccess && !isGone && !this.isFailing()) return false;
    if (hasSuccess) this.failingSince = null;
    else Object.assign(this, healthAfterFailure(this, now));
    if (isGone) this.disable('gone');
    else if (hasFailedTooLong(this, now)) this.disable('failing');
    return true;
  }

  isFailing(): boolean {
    return Boolean(this.failingSince);
  }

  /** The old secret also signs for a while, so receivers need not change their secret at the same time. */
  rotateSecret(sealedSecret: Buffer): void {
    this.previousSealedSecret = this.sealedSecret;
    this.sealedSecret = sealedSecret;
    this.updatedAt = clock.notBefore(this.updatedAt);
    this.previousUntil = previousSecretExpiry(this.updatedAt);
  }

  /** The secrets to sign with, newest first. */
  sealedSecretsAt(now: Date): Buffer[] {
    const isOldInUse = this.previousSealedSecret && this.previousUntil && this.previousUntil > now;
    return isOldInUse ? [this.sealedSecret, this.previousSealedSecret!] : [this.sealedSecret];
  }

  private disable(reason: DisabledReason): void {
    this.switch(false);
    this.disabledReason = reason;
    this.updatedAt = clock.notBefore(this.updatedAt);
  }

  /** Resets the count of failures. */
  private switch(active: boolean): void {
    this.active = active;
    this.disabledReason = this.failingSince = this.failedAt = null;
  }
}

export interface NewSubscription {
  url: string;
  events: string[];
  active?: boolean;
  ordering?: Ordering;
}

export interface SubscriptionChange {
  url?: string;
  events?: string[];
  active?: boolean;
  ordering?: Ordering;
}

/** The results of some calls to a receiver. */
export interface CallResults {
  /** The receiver accepted at least one call. */
  hasSuccess: boolean;
  /** The receiver answered that it wants no more deliveries. */
  isGone: boolean;
}

WebhookSubscriptionSchema.setClass(WebhookSubscription);

/** Removes repeated kinds. */
function unique(events: readonly string[]): string[] {
  return [...new Set(events)];
}
