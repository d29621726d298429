import { noSuch, type CodeMeaning, type Problems, type Reasons } from '../../shared/kernel/errors.js';
import { CALL_FAULTS } from './calling/call-faults.js';
import type { DisabledReason } from './subscriptions/webhook-subscription.entity.js';

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

const disabled: Record<DisabledReason, CodeMeaning> = {
  gone: {
    meaning: 'The receiver answered 410, so the subscription was disabled.',
    remedy: 'Correct the URL or the receiver, then set `active` to true.',
  },
  failing: {
    meaning: 'The receiver failed for days without a success, so the subscription was disabled.',
    remedy: 'Correct the receiver, then set `active` to true.',
  },
};

/** Why a call had no answer, and why a subscription was disabled. */
export const webhookReasons: Reasons = { ...CALL_FAULTS, ...disabled };
