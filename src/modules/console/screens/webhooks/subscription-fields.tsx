import type { CreateWebhookSubscription, DeliveryOrdering, EventType } from '@foyer/client';
import type { VNode } from 'preact';
import { useContext } from 'preact/hooks';
import { Problems, SelectField, TextField } from '../../parts/fields.js';
import { CurrentForm } from '../../parts/form-context.js';
import { words } from '../../words/english.js';
import { textIn } from '../kit/screen.js';
import { EVENT_TYPES } from './event-types.js';
import type { Subscription } from './subscriptions.js';

const ORDERINGS = ['resource', 'none'] as const satisfies DeliveryOrdering[];

export function SubscriptionFields(): VNode {
  const { webhooks } = words;
  return (
    <>
      <TextField name="url" label={webhooks.url} hint={webhooks.urlHint} type="url" />
      <EventFields />
      <SelectField
        name="ordering"
        label={webhooks.ordering}
        hint={webhooks.orderingHint}
        choices={ORDERINGS.map((each) => [each, webhooks.orderings[each]])}
      />
    </>
  );
}

function EventFields(): VNode {
  const { webhooks } = words;
  const form = useContext(CurrentForm);
  const chosen = form?.all('events') ?? [];
  const problems = form?.problemsOf('events') ?? [];
  return (
    <fieldset class={problems.length > 0 ? 'wrong' : undefined} id="field-events" tabIndex={-1}>
      <legend>{webhooks.events}</legend>
      <p class="hint">{webhooks.eventsHint}</p>
      <div class="kinds">
        {[...EVENT_TYPES].map(([group, types]) => (
          <fieldset key={group}>
            <legend>{webhooks.eventGroups[group]}</legend>
            {types.map((type) => (
              <label key={type} class="box">
                <input type="checkbox" name="events" value={type} checked={chosen.includes(type)} />
                <span>{type}</span>
              </label>
            ))}
          </fieldset>
        ))}
      </div>
      <Problems id="field-events-problem" problems={problems} />
    </fieldset>
  );
}

export function valuesOf({
  url,
  events,
  ordering,
}: Subscription): Record<string, string | readonly string[]> {
  return { url, events, ordering };
}

export function subscriptionIn(form: URLSearchParams): CreateWebhookSubscription {
  return {
    url: textIn(form, 'url'),
    events: form.getAll('events') as EventType[],
    ordering: textIn(form, 'ordering') as DeliveryOrdering,
  };
}
