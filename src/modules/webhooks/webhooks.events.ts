import { defineEvents } from '../../shared/events/event-kind.js';
import { OneOf, RecordId } from '../../shared/fields/fields.js';
import { DISABLED_REASONS, type DisabledReason } from './subscriptions/webhook-subscription.entity.js';

export class WebhookSubscriptionEvent {
  @RecordId('webhook')
  subscriptionId!: string;
}

export class DisabledSubscriptionEvent extends WebhookSubscriptionEvent {
  @OneOf(DISABLED_REASONS, { title: 'DisabledReason', example: 'gone' })
  disabledReason!: DisabledReason;
}

const subscription = { payload: WebhookSubscriptionEvent, resource: 'subscriptionId' } as const;

export const webhookEvents = defineEvents({
  'webhook_subscription.created': { about: 'A webhook subscription was made.', ...subscription },
  'webhook_subscription.updated': { about: 'A webhook subscription was changed.', ...subscription },
  'webhook_subscription.deleted': { about: 'A webhook subscription was deleted for good.', ...subscription },
  'webhook_subscription.disabled': {
    about: 'A webhook subscription was switched off, because its receiver is gone or does nothing but fail.',
    payload: DisabledSubscriptionEvent,
    resource: 'subscriptionId',
  },
  'webhook_subscription.secret_rotated': {
    about: 'A webhook subscription has a new secret.',
    ...subscription,
  },
  'webhook_subscription.tested': { about: 'Somebody wants to see a delivery arrive.', ...subscription },
});

declare module '../../shared/events/event-kind.js' {
  interface DeclaredEvents {
    webhooks: typeof webhookEvents;
  }
}

/** Those that tell of a subscription and nothing else. */
export type WebhookEventKind = Exclude<keyof typeof webhookEvents, 'webhook_subscription.disabled'>;
