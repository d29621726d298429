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
  'webhook_subscription.created': { about: 'A webhook subscription was created.', ...subscription },
  'webhook_subscription.updated': { about: 'A webhook subscription was changed.', ...subscription },
  'webhook_subscription.deleted': {
    about: 'A webhook subscription was deleted permanently.',
    ...subscription,
  },
  'webhook_subscription.disabled': {
    about: 'A webhook subscription was disabled, because its receiver is gone or kept failing.',
    payload: DisabledSubscriptionEvent,
    resource: 'subscriptionId',
  },
  'webhook_subscription.secret_rotated': {
    about: 'A webhook subscription has a new secret.',
    ...subscription,
  },
  'webhook_subscription.tested': { about: 'A client requested a test delivery.', ...subscription },
});

declare module '../../shared/events/event-kind.js' {
  interface DeclaredEvents {
    webhooks: typeof webhookEvents;
  }
}

/** The kinds that contain only the subscription. */
export type WebhookEventKind = Exclude<keyof typeof webhookEvents, 'webhook_subscription.disabled'>;
