import type { EntityManager } from '@mikro-orm/postgresql';
import { PreparedWrites } from '../../shared/database/records/prepared-writes.js';
import type { FoyerModule } from '../../shared/foyer-module.js';
import { exampleUuid, isSample } from '../../shared/kernel/example-ids.js';
import { cancelWaiting, deliverEvent } from './deliveries/delivery-writes.js';
import { newWebhookSecret, WebhookSecrets } from './subscriptions/webhook-secrets.js';
import { WebhookSubscription } from './subscriptions/webhook-subscription.entity.js';

const [OFF, ON, TO_DELETE] = [1, 2, 3];

/** The records that the examples in the docs use. The URL has no receiver, so the samples send nothing on their own. */
export const sampleWebhooks: FoyerModule['sample'] = async (em: EntityManager, app) => {
  const add = async (number: number, subscription: { events: string[]; active: boolean }) => {
    const id = exampleUuid('webhook', number);
    const sealedSecret = await app.get(WebhookSecrets).seal(id, newWebhookSecret());
    const url = 'https://hooks.example.com/foyer';
    em.persist(WebhookSubscription.create(id, { url, ...subscription }, sealedSecret));
  };
  await add(OFF, { events: ['page.version.published', 'form.submitted'], active: false });
  await add(ON, { events: [], active: true });
  await add(TO_DELETE, { events: ['form.submitted'], active: false });
  const writes = app.get(PreparedWrites);
  const subscriptionId = exampleUuid('webhook', ON);
  writes.atCommit(deliverEvent, exampleUuid('delivery'), subscriptionId, exampleUuid('event'));
  writes.atCommit(cancelWaiting, subscriptionId);
};

const OF_SAMPLES = `tenant_id = $1 and ${isSample('subscription_id')}`;

export const removeSampleWebhooks = [
  `delete from webhook_attempt where tenant_id = $1
     and delivery_id in (select id from webhook_delivery where ${OF_SAMPLES})`,
  `delete from webhook_delivery where ${OF_SAMPLES}`,
  `delete from webhook_subscription where tenant_id = $1 and ${isSample('id')}`,
];
