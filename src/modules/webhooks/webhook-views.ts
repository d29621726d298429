import { wireTime } from '../../shared/kernel/wire-time.js';
import { wireId } from '../../shared/kernel/ids.js';
import type { DisabledReason, Ordering } from './webhook-subscription.entity.js';
import type { WebhookSubscriptionView } from './webhooks.dto.js';

/** What a view is made from. An entity has this shape, and so has a row of a prepared read. */
export interface SubscriptionRecord {
  id: string;
  url: string;
  events: string[];
  active: boolean;
  ordering: Ordering;
  disabledReason?: DisabledReason | null;
  createdAt: Date | number;
  updatedAt: Date | number;
}

export function subscriptionView(subscription: SubscriptionRecord): WebhookSubscriptionView {
  const { id, url, events, active, ordering, disabledReason = null, createdAt, updatedAt } = subscription;
  return {
    subscriptionId: wireId('webhook', id),
    url,
    events,
    active,
    ordering,
    disabledReason,
    createdAt: wireTime(createdAt),
    updatedAt: wireTime(updatedAt),
  };
}
