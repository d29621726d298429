import { defineEntity, p } from '@mikro-orm/core';
import { recordColumns, textList } from '../../shared/database/columns.js';
import { clock } from '../../shared/kernel/clock.js';

const WebhookSubscriptionSchema = defineEntity({
  name: 'WebhookSubscription',
  tableName: 'webhook_subscription',
  properties: {
    ...recordColumns,
    url: p.text(),
    events: textList(),
    active: p.boolean(),
    sealedSecret: p.blob(),
  },
});

/** Where a tenant wants to be told of what happens, and of which kinds of events. */
export class WebhookSubscription extends WebhookSubscriptionSchema.class {
  change({ url = this.url, events = this.events, active = this.active }: SubscriptionChange): void {
    this.url = url;
    this.events = once(events);
    this.active = active;
    this.updatedAt = clock.now();
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
}

WebhookSubscriptionSchema.setClass(WebhookSubscription);
