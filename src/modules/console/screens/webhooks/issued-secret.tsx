import type { CreatedWebhookSubscription, WithDates } from '@foyer/client';
import { Heading } from '../../parts/shown.js';
import { words } from '../../words/english.js';
import type { Shown } from '../kit/screen.js';
import { subscriptionPath, WEBHOOKS_PATH } from './subscriptions.js';

/** The only time that a secret is shown. */
export function issuedSecret(subscription: WithDates<CreatedWebhookSubscription>, about: string): Shown {
  const { webhooks } = words;
  return {
    title: webhooks.secretTitle,
    section: 'webhooks',
    content: (
      <>
        <Heading title={webhooks.secretTitle} back={{ href: WEBHOOKS_PATH, label: webhooks.back }} />
        <div class="card">
          <p>
            <strong>{subscription.url}</strong>
          </p>
          <p>{about}</p>
          <p class="secret">
            <code>{subscription.secret}</code>
          </p>
          <p class="actions">
            <a class="button" href={subscriptionPath(subscription)}>
              {webhooks.stored}
            </a>
          </p>
        </div>
      </>
    ),
  };
}
