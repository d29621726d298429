import { Confirmation } from '../../parts/confirmation.js';
import { FormState } from '../../parts/form-state.js';
import { words } from '../../words/english.js';
import { submit, type ScreenAnswer, type Screens, type Shown, type Visit } from '../kit/screen.js';
import { subscriptionOf } from './edited-subscription.js';
import { issuedSecret } from './issued-secret.js';
import { subscriptionPath, WEBHOOKS_PATH, type Subscription } from './subscriptions.js';

export const changedSubscriptionScreens: Screens = {
  'GET /webhooks/:id/rotate': async (visit) => rotation(await subscriptionOf(visit), FormState.of()),
  'POST /webhooks/:id/rotate': rotate,
  'GET /webhooks/:id/delete': async (visit) => deleting(await subscriptionOf(visit), FormState.of()),
  'POST /webhooks/:id/delete': deleteSubscription,
};

function rotation(subscription: Subscription, state: FormState): Shown {
  const { webhooks } = words;
  const path = subscriptionPath(subscription);
  return {
    title: webhooks.rotateTitle,
    section: 'webhooks',
    content: (
      <Confirmation
        title={webhooks.rotateTitle}
        back={{ href: path, label: subscription.url }}
        to={`${path}/rotate`}
        state={state}
        button={webhooks.rotateButton}
      >
        <p>{webhooks.rotateAbout}</p>
      </Confirmation>
    ),
  };
}

function rotate(visit: Visit): Promise<ScreenAnswer> {
  const { api, params } = visit;
  return submit(visit, {
    act: (options) => api.webhookSubscriptions.rotateSecret(params.id!, options),
    done: (rotated) => issuedSecret(rotated, words.webhooks.rotatedAbout),
    refused: async (state) => rotation(await subscriptionOf(visit), state),
  });
}

function deleting(subscription: Subscription, state: FormState): Shown {
  const { webhooks } = words;
  const path = subscriptionPath(subscription);
  return {
    title: webhooks.deleteTitle,
    section: 'webhooks',
    content: (
      <Confirmation
        title={webhooks.deleteTitle}
        back={{ href: path, label: subscription.url }}
        to={`${path}/delete`}
        state={state}
        button={webhooks.deleteButton}
      >
        <p>
          <strong>{subscription.url}</strong>
        </p>
        <p>{webhooks.deleteAbout}</p>
      </Confirmation>
    ),
  };
}

function deleteSubscription(visit: Visit): Promise<ScreenAnswer> {
  const { api, params } = visit;
  return submit(visit, {
    act: () => api.webhookSubscriptions.delete(params.id!),
    done: () => ({ next: `${WEBHOOKS_PATH}?done=webhook_deleted` }),
    refused: async (state) => deleting(await subscriptionOf(visit), state),
  });
}
