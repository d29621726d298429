import type { DeliveryStatus, WebhookDelivery, WithDates } from '@foyer/client';
import type { VNode } from 'preact';
import { SeenField } from '../../parts/fields.js';
import { Form } from '../../parts/form-context.js';
import { FormState } from '../../parts/form-state.js';
import { ANYTHING } from '../../live/change-messages.js';
import { Live } from '../../parts/live.js';
import { Badge, Done, Empty, Heading, ListPages, Moment, type Tone } from '../../parts/shown.js';
import { words } from '../../words/english.js';
import { asSeen, pageIn, type Screens, type ScreenAnswer, type Shown, type Visit } from '../kit/screen.js';
import { submit } from '../kit/submit-form.js';
import { healthOf, SubscriptionHealth } from './subscription-health.js';
import {
  EventTypes,
  subscriptionPath,
  SubscriptionState,
  WEBHOOKS_PATH,
  type Subscription,
} from './subscriptions.js';

export type Delivery = WithDates<WebhookDelivery>;

const PAGE_SIZE = 25;

const TONES: Record<DeliveryStatus, Tone> = {
  waiting: 'warn',
  delivered: 'good',
  failed: 'bad',
  cancelled: 'plain',
};

const STATUSES = Object.keys(TONES) as DeliveryStatus[];

export const deliveriesScreens: Screens = {
  'GET /webhooks/:id': async (visit) => deliveries(visit),
  'POST /webhooks/:id/test': (visit) =>
    act(visit, 'webhook_tested', (options) => visit.api.webhookSubscriptions.test(visit.params.id!, options)),
  'POST /webhooks/:id/switch_on': (visit) => act(visit, 'webhook_on', () => setActive(visit, true)),
  'POST /webhooks/:id/switch_off': (visit) => act(visit, 'webhook_off', () => setActive(visit, false)),
};

async function deliveries({ api, params, query }: Visit, state = FormState.of()): Promise<Shown> {
  const status = STATUSES.find((each) => each === query.get('status'));
  const [subscription, health, page] = await Promise.all([
    api.webhookSubscriptions.get(params.id!),
    healthOf(api, params.id!),
    api.webhookSubscriptions.deliveries.list(params.id!, {
      ...pageIn(query, PAGE_SIZE),
      status,
    }),
  ]);
  const path = subscriptionPath(subscription);
  const { webhooks } = words;
  return {
    title: subscription.url,
    section: 'webhooks',
    at: path,
    content: (
      <>
        <Heading title={subscription.url} back={{ href: WEBHOOKS_PATH, label: webhooks.back }}>
          <SubscriptionState of={subscription} />
          <SubscriptionActions of={subscription} />
        </Heading>
        <Done name={query.get('done')} />
        {state.problems.map(({ message }) => (
          <p key={message} class="notice bad" role="alert">
            {message}
          </p>
        ))}
        {subscription.disabledReason !== null && (
          <p class="notice bad">{webhooks.disabledAbout[subscription.disabledReason]}</p>
        )}
        <Live id="health" of={[ANYTHING]} says="" isPending={page.items.some(isWaiting)}>
          <SubscriptionHealth of={health} />
        </Live>
        <SubscriptionFacts of={subscription} />
        <nav class="tabs" aria-label={webhooks.deliveries}>
          <a href={path} aria-current={status === undefined ? 'true' : undefined}>
            {webhooks.all}
          </a>
          {STATUSES.map((each) => (
            <a key={each} href={`${path}?status=${each}`} aria-current={each === status ? 'true' : undefined}>
              {webhooks.statuses[each]}
            </a>
          ))}
        </nav>
        <Live id="deliveries" of={[ANYTHING]} isPending={page.items.some(isWaiting)}>
          {page.items.length === 0 ? (
            <Empty title={webhooks.noDeliveries}>
              <p>{webhooks.noDeliveriesAbout}</p>
            </Empty>
          ) : (
            <ul class="rows">
              {page.items.map((delivery) => (
                <DeliveryRow key={delivery.deliveryId} of={delivery} />
              ))}
            </ul>
          )}
        </Live>
        <ListPages path={path} query={query} nextCursor={page.nextCursor} />
      </>
    ),
  };
}

function SubscriptionFacts({ of: subscription }: { of: Subscription }): VNode {
  const { webhooks } = words;
  const path = subscriptionPath(subscription);
  return (
    <section aria-labelledby="facts" class="card wide">
      <h2 id="facts">{webhooks.events}</h2>
      <EventTypes of={subscription} />
      <p class="actions">
        <a class="button quiet small" href={`${path}/edit`}>
          {webhooks.edit}
        </a>
        <a class="button quiet small" href={`${path}/replay`}>
          {webhooks.replay}
        </a>
        <a class="button quiet small" href={`${path}/rotate`}>
          {webhooks.rotate}
        </a>
        <a class="button quiet small danger" href={`${path}/delete`}>
          {webhooks.delete}
        </a>
      </p>
    </section>
  );
}

function SubscriptionActions({ of: subscription }: { of: Subscription }): VNode {
  const { webhooks } = words;
  const path = subscriptionPath(subscription);
  const state = FormState.of();
  if (!subscription.active)
    return (
      <Form to={`${path}/switch_on`} state={state}>
        <SeenField of={subscription} />
        <button class="small">{webhooks.switchOn}</button>
      </Form>
    );
  return (
    <>
      <Form to={`${path}/test`} state={state}>
        <button class="quiet small">{webhooks.test}</button>
      </Form>
      <Form to={`${path}/switch_off`} state={state}>
        <SeenField of={subscription} />
        <button class="quiet small danger">{webhooks.switchOff}</button>
      </Form>
    </>
  );
}

function DeliveryRow({ of: delivery }: { of: Delivery }): VNode {
  const { webhooks } = words;
  const { subscriptionId, deliveryId, eventType, createdAt, attemptsCount, nextAttemptAt } = delivery;
  return (
    <li class="row">
      <div class="what">
        <h2>
          <a href={`${subscriptionPath({ subscriptionId })}/deliveries/${deliveryId}`}>{eventType}</a>
        </h2>
        <p class="meta">
          <Moment at={createdAt} />
          <span>{webhooks.attempts(attemptsCount)}</span>
          <span>{outcomeOf(delivery)}</span>
          {nextAttemptAt && (
            <span>
              {webhooks.next} <Moment at={nextAttemptAt} />
            </span>
          )}
        </p>
      </div>
      <DeliveryState of={delivery} />
    </li>
  );
}

export function isWaiting({ status }: Pick<Delivery, 'status'>): boolean {
  return status === 'waiting';
}

export function DeliveryState({ of: { status } }: { of: Pick<Delivery, 'status'> }): VNode {
  return <Badge tone={TONES[status]}>{words.webhooks.statuses[status]}</Badge>;
}

/** What the last call came to. */
export function outcomeOf({ error, responseStatus }: Pick<Delivery, 'error' | 'responseStatus'>): string {
  const { webhooks } = words;
  if (error !== null) return webhooks.faults[error];
  return responseStatus === null ? webhooks.noAnswer : `HTTP ${responseStatus}`;
}

function setActive({ api, form, params }: Visit, active: boolean): Promise<unknown> {
  return api.webhookSubscriptions.update(params.id!, { active }, asSeen(form));
}

/** Does something with a subscription, and shows its deliveries. */
function act(
  visit: Visit,
  done: keyof typeof words.done,
  action: (options: { idempotencyKey: string }) => Promise<unknown>,
): Promise<ScreenAnswer> {
  return submit(visit, {
    act: action,
    done: () => ({ next: `${WEBHOOKS_PATH}/${visit.params.id}?done=${done}` }),
    refused: (state) => deliveries(visit, state),
  });
}
