import type { CreateWebhookSubscription, DeliveryOrdering, EventType } from '@foyer/client';
import type { VNode } from 'preact';
import { Box, Boxes, SelectField, TextField } from '../../parts/fields.js';
import { words } from '../../words/english.js';
import { textIn } from '../kit/screen.js';
import { EVENT_TYPES } from './event-types.js';
import type { Subscription } from './subscriptions.js';

const EVENTS = 'events';

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
  return (
    <Boxes name={EVENTS} legend={webhooks.events} hint={webhooks.eventsHint}>
      <div class="kinds">
        {[...EVENT_TYPES].map(([group, types]) => (
          <fieldset key={group}>
            <legend>{webhooks.eventGroups[group]}</legend>
            {types.map((type) => (
              <Box key={type} name={EVENTS} value={type}>
                {type}
              </Box>
            ))}
          </fieldset>
        ))}
      </div>
    </Boxes>
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
    events: form.getAll(EVENTS) as EventType[],
    ordering: textIn(form, 'ordering') as DeliveryOrdering,
  };
}
