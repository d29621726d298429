import { defineEvents } from '../../shared/events/event-kind.js';
import { RecordId } from '../../shared/http/fields.js';

export class WebhookSubscriptionEvent {
  @RecordId('webhook')
  subscriptionId!: string;
}

const subscription = { payload: WebhookSubscriptionEvent, resource: 'subscriptionId' } as const;

export const webhookEvents = defineEvents({
  'webhook_subscription.created': { about: 'A webhook subscription was made.', ...subscription },
  'webhook_subscription.updated': { about: 'A webhook subscription was changed.', ...subscription },
  'webhook_subscription.deleted': { about: 'A webhook subscription was deleted for good.', ...subscription },
});

declare module '../../shared/events/event-kind.js' {
  interface DeclaredEvents {
    webhooks: typeof webhookEvents;
  }
}

export type WebhookEventKind = keyof typeof webhookEvents;
