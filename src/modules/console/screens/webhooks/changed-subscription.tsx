import { SeenField } from '../../parts/fields.js';
import { FormState } from '../../parts/form-state.js';
import { words } from '../../words/english.js';
import { formScreen } from '../kit/form-screen.js';
import { asSeen, type ScreenAnswer, type Screens, type Shown, type Visit } from '../kit/screen.js';
import { submit } from '../kit/submit-form.js';
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
  return formScreen({
    section: 'webhooks',
    title: webhooks.rotateTitle,
    back: { href: path, label: subscription.url },
    to: `${path}/rotate`,
    state,
    button: webhooks.rotateButton,
    isDestructive: true,
    content: <p>{webhooks.rotateAbout}</p>,
  });
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
  return formScreen({
    section: 'webhooks',
    title: webhooks.deleteTitle,
    back: { href: path, label: subscription.url },
    to: `${path}/delete`,
    state,
    button: webhooks.deleteButton,
    isDestructive: true,
    content: (
      <>
        <SeenField of={subscription} />
        <p>
          <strong>{subscription.url}</strong>
        </p>
        <p>{webhooks.deleteAbout}</p>
      </>
    ),
  });
}

function deleteSubscription(visit: Visit): Promise<ScreenAnswer> {
  const { api, form, params } = visit;
  return submit(visit, {
    act: () => api.webhookSubscriptions.delete(params.id!, asSeen(form)),
    done: () => ({ next: `${WEBHOOKS_PATH}?done=webhook_deleted` }),
    refused: async (state) => deleting(await subscriptionOf(visit), state),
  });
}
