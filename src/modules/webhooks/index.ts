import type { FoyerModule } from '../../shared/foyer-module.js';
import {
  Migration20261115000831Deliveries,
  Migration20261115120000DeliveryChains,
  Migration20261116000831DeliveryKeys,
  Migration20261117000831DeliveryPartitions,
  Migration20261122000030DeliveryQueues,
} from './deliveries/deliveries.migration.js';
import { deliveryRoutines } from './deliveries/deliveries.trigger.js';
import { deliveryGauges } from './sending/delivery-metrics.js';
import { deliveryList } from './deliveries/delivery-reads.js';
import { WebhookSubscription } from './subscriptions/webhook-subscription.entity.js';
import { webhookEvents } from './webhooks.events.js';
import { Migration20261115000700Webhooks, Migration20261116000700WebhookKeys } from './webhooks.migration.js';
import { WebhooksModule } from './webhooks.module.js';
import { removeSampleWebhooks, sampleWebhooks } from './webhooks.sample.js';

export const webhooks: FoyerModule = {
  nest: WebhooksModule,
  tags: { webhooks: 'Who is told of what happens, and where' },
  entities: [WebhookSubscription],
  migrations: [
    Migration20261115000700Webhooks,
    Migration20261115000831Deliveries,
    Migration20261115120000DeliveryChains,
    Migration20261116000700WebhookKeys,
    Migration20261116000831DeliveryKeys,
    Migration20261117000831DeliveryPartitions,
    Migration20261122000030DeliveryQueues,
  ],
  weeklyTables: ['webhook_delivery', 'webhook_attempt'],
  routines: deliveryRoutines,
  events: webhookEvents,
  jobs: [],
  lists: [deliveryList],
  scopes: ['webhooks:read', 'webhooks:write'],
  problems: [
    'webhook_not_found',
    'delivery_not_found',
    'event_gone',
    'subscription_inactive',
    'too_many_events',
    'too_many_subscriptions',
  ],
  gauges: deliveryGauges,
  sample: sampleWebhooks,
  removeSample: removeSampleWebhooks,
};
