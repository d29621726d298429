import type { WebhookSubscription, WithDates } from '@foyer/client';
import type { VNode } from 'preact';
import { Badge, Done, Empty, Heading } from '../../parts/shown.js';
import { words } from '../../words/english.js';
import type { Screens, Shown, Visit } from '../kit/screen.js';

export type Subscription = WithDates<WebhookSubscription>;

export const WEBHOOKS_PATH = '/webhooks';

export const subscriptionScreens: Screens = { 'GET /webhooks': listSubscriptions };

async function listSubscriptions({ api, query }: Visit): Promise<Shown> {
  const { items } = await api.webhookSubscriptions.list();
  const { webhooks } = words;
  return {
    title: webhooks.title,
    section: 'webhooks',
    content: (
      <>
        <Heading title={webhooks.title} about={webhooks.about}>
          {items.length > 0 && <NewSubscription />}
        </Heading>
        <Done name={query.get('done')} />
        {items.length === 0 ? (
          <Empty title={webhooks.none}>
            <p>{webhooks.noneAbout}</p>
            <p>
              <NewSubscription />
            </p>
          </Empty>
        ) : (
          <ul class="rows">
            {items.map((subscription) => (
              <SubscriptionRow key={subscription.subscriptionId} of={subscription} />
            ))}
          </ul>
        )}
      </>
    ),
  };
}

function NewSubscription(): VNode {
  return (
    <a class="button" href={`${WEBHOOKS_PATH}/new`}>
      {words.webhooks.create}
    </a>
  );
}

function SubscriptionRow({ of: subscription }: { of: Subscription }): VNode {
  const { url } = subscription;
  return (
    <li class={subscription.active ? 'row' : 'row ended'}>
      <div class="what">
        <h2>
          <a href={subscriptionPath(subscription)}>{url}</a>
        </h2>
        <EventTypes of={subscription} />
      </div>
      <SubscriptionState of={subscription} />
    </li>
  );
}

/** Without kinds of events, nothing is sent. */
export function EventTypes({ of: { events } }: { of: Pick<Subscription, 'events'> }): VNode {
  return (
    <p class="meta">
      <span>{events.length === 0 ? words.webhooks.noEvents : events.join(', ')}</span>
    </p>
  );
}

export function SubscriptionState({ of: { active, disabledReason } }: { of: Subscription }): VNode {
  const { webhooks } = words;
  if (active) return <Badge tone="good">{webhooks.active}</Badge>;
  return disabledReason === null ? (
    <Badge>{webhooks.off}</Badge>
  ) : (
    <Badge tone="bad">{webhooks.disabled[disabledReason]}</Badge>
  );
}

export function subscriptionPath({ subscriptionId }: Pick<Subscription, 'subscriptionId'>): string {
  return `${WEBHOOKS_PATH}/${subscriptionId}`;
}
