export const webhookEvents = [
  'webhook_subscription.created',
  'webhook_subscription.updated',
  'webhook_subscription.deleted',
] as const;

export type WebhookEvent = (typeof webhookEvents)[number];
