import type { EntityManager } from '@mikro-orm/postgresql';
import { PreparedWrites } from '../../shared/database/prepared-writes.js';
import type { FoyerModule } from '../../shared/foyer-module.js';
import { exampleUuid } from '../../shared/kernel/example-ids.js';
import { cancelWaiting, deliverEvent } from './delivery-writes.js';
import { newWebhookSecret, WebhookSecrets } from './webhook-secrets.js';
import { WebhookSubscription } from './webhook-subscription.entity.js';

const [OFF, ON] = [1, 2];

/** The records that the examples in the docs name. Nobody listens there, so nothing is sent by itself. */
export const sampleWebhooks: FoyerModule['sample'] = async (em: EntityManager, app) => {
  const add = async (number: number, subscription: { events: string[]; active: boolean }) => {
    const id = exampleUuid('webhook', number);
    const sealedSecret = await app.get(WebhookSecrets).seal(id, newWebhookSecret());
    const url = 'https://hooks.example.com/foyer';
    em.persist(WebhookSubscription.create(id, { url, ...subscription }, sealedSecret));
  };
  await add(OFF, { events: ['page.version.published', 'form.submitted'], active: false });
  await add(ON, { events: [], active: true });
  const writes = app.get(PreparedWrites);
  const subscriptionId = exampleUuid('webhook', ON);
  writes.atCommit(deliverEvent, exampleUuid('delivery'), subscriptionId, exampleUuid('event'));
  writes.atCommit(cancelWaiting, subscriptionId);
};
