import { SeenField } from '../../parts/fields.js';
import { FormState } from '../../parts/form-state.js';
import { words } from '../../words/english.js';
import { formScreen } from '../kit/form-screen.js';
import { asSeen, type ScreenAnswer, type Screens, type Shown, type Visit } from '../kit/screen.js';
import { submit } from '../kit/submit-form.js';
import { issuedSecret } from './issued-secret.js';
import { SubscriptionFields, subscriptionIn, valuesOf } from './subscription-fields.js';
import { subscriptionPath, WEBHOOKS_PATH, type Subscription } from './subscriptions.js';

export const editedSubscriptionScreens: Screens = {
  'GET /webhooks/new': () => Promise.resolve(newSubscription(FormState.of({ ordering: 'resource' }))),
  'POST /webhooks/new': create,
  'GET /webhooks/:id/edit': async (visit) => {
    const subscription = await subscriptionOf(visit);
    return editor(subscription, FormState.of(valuesOf(subscription)));
  },
  'POST /webhooks/:id/edit': save,
};

export function subscriptionOf({ api, params }: Visit): Promise<Subscription> {
  return api.webhookSubscriptions.get(params.id!);
}

function newSubscription(state: FormState): Shown {
  const { webhooks } = words;
  return formScreen({
    section: 'webhooks',
    title: webhooks.newTitle,
    about: webhooks.newAbout,
    back: { href: WEBHOOKS_PATH, label: webhooks.back },
    to: `${WEBHOOKS_PATH}/new`,
    state,
    button: webhooks.create,
    isWide: true,
    content: <SubscriptionFields />,
  });
}

function create(visit: Visit): Promise<ScreenAnswer> {
  const { api, form } = visit;
  return submit(visit, {
    act: (options) => api.webhookSubscriptions.create(subscriptionIn(form), options),
    done: (created) => issuedSecret(created, words.webhooks.secretAbout),
    refused: (state) => newSubscription(state),
  });
}

function editor(subscription: Subscription, state: FormState): Shown {
  const { webhooks } = words;
  const path = subscriptionPath(subscription);
  return formScreen({
    section: 'webhooks',
    title: webhooks.editTitle,
    back: { href: path, label: subscription.url },
    to: `${path}/edit`,
    state,
    button: webhooks.save,
    isWide: true,
    content: (
      <>
        <SeenField of={subscription} />
        <SubscriptionFields />
      </>
    ),
  });
}

function save(visit: Visit): Promise<ScreenAnswer> {
  const { api, form, params } = visit;
  return submit(visit, {
    act: () => api.webhookSubscriptions.update(params.id!, subscriptionIn(form), asSeen(form)),
    done: (saved) => ({ next: `${subscriptionPath(saved)}?done=webhook_saved` }),
    refused: async (state) => editor(await subscriptionOf(visit), state),
  });
}
