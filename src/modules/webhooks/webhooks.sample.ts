import type { EntityManager } from '@mikro-orm/postgresql';
import type { FoyerModule } from '../../shared/foyer-module.js';
import { exampleUuid } from '../../shared/kernel/example-ids.js';
import { newWebhookSecret, WebhookSecrets } from './webhook-secrets.js';
import { WebhookSubscription } from './webhook-subscription.entity.js';

/** The record that the examples in the docs name. Nobody listens there, so it is not active. */
export const sampleWebhooks: FoyerModule['sample'] = async (em: EntityManager, app) => {
  const id = exampleUuid('webhook');
  em.create(WebhookSubscription, {
    id,
    url: 'https://hooks.example.com/foyer',
    events: ['page.version.published', 'form.submitted'],
    active: false,
    sealedSecret: await app.get(WebhookSecrets).seal(id, newWebhookSecret()),
  });
};
