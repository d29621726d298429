import type { FoyerModule } from '../../shared/foyer-module.js';
import { deliveryMigrations } from './deliveries/deliveries.migration.js';
import { deliveryRoutines } from './deliveries/deliveries.trigger.js';
import { deliveryGauges } from './sending/delivery-metrics.js';
import { deliveryList } from './deliveries/delivery-reads.js';
import { WebhookSubscription } from './subscriptions/webhook-subscription.entity.js';
import { webhookEvents } from './webhooks.events.js';
import { webhookMigrations } from './webhooks.migration.js';
import { WebhooksModule } from './webhooks.module.js';
import { removeSampleWebhooks, sampleWebhooks } from './webhooks.sample.js';
import { webhookProblems, webhookReasons } from './webhooks.problems.js';

export const webhooks: FoyerModule = {
  nest: WebhooksModule,
  tags: { webhooks: 'Subscriptions to events, and their deliveries' },
  entities: [WebhookSubscription],
  migrations: [...webhookMigrations, ...deliveryMigrations],
  weeklyTables: ['webhook_delivery', 'webhook_attempt'],
  routines: deliveryRoutines,
  events: webhookEvents,
  jobs: [],
  lists: [deliveryList],
  scopes: ['webhooks:read', 'webhooks:write'],
  problems: webhookProblems,
  reasons: webhookReasons,
  gauges: deliveryGauges,
  sample: sampleWebhooks,
  removeSample: removeSampleWebhooks,
};
