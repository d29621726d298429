import { noSuch, type Problems } from '../../shared/kernel/errors.js';

export const webhookProblems: Problems = {
  webhook_not_found: noSuch('webhook subscription'),
  delivery_not_found: noSuch('delivery'),
  event_gone: {
    kinds: ['conflict'],
    meaning: 'The event of the delivery is no longer kept, so it can not be delivered again.',
    remedy: 'Read the current state of the record instead.',
  },
  subscription_inactive: {
    kinds: ['conflict'],
    meaning: 'The subscription is inactive: it receives no calls.',
    remedy: 'Set `active` to true, then repeat the request.',
  },
  too_many_events: {
    kinds: ['conflict'],
    meaning: 'The time range of the replay contains more events than one replay can have.',
    remedy: 'Replay several shorter ranges. `dryRun` counts the events of a range.',
  },
  too_many_subscriptions: {
    kinds: ['conflict'],
    meaning: 'The tenant has as many subscriptions as a tenant can have.',
    remedy: 'Delete a subscription that is no longer needed, or add the kinds of events to an existing one.',
  },
};
