import { ProblemSummary, TextField } from '../../parts/fields.js';
import { Form } from '../../parts/form-context.js';
import { FormState } from '../../parts/form-state.js';
import { Heading } from '../../parts/shown.js';
import { words } from '../../words/english.js';
import type { ScreenAnswer, Screens, Shown, Visit } from '../kit/screen.js';
import { submit } from '../kit/submit-form.js';
import { momentIn } from '../kit/times.js';
import { subscriptionOf } from './edited-subscription.js';
import { subscriptionPath } from './subscriptions.js';

export const replayScreens: Screens = {
  'GET /webhooks/:id/replay': (visit) => replayForm(visit, FormState.of()),
  'POST /webhooks/:id/replay': replay,
  'POST /webhooks/:id/replay/count': countFirst,
};

/** `count` is how many events the chosen time has. */
async function replayForm(visit: Visit, state: FormState, count?: number): Promise<Shown> {
  const subscription = await subscriptionOf(visit);
  const path = subscriptionPath(subscription);
  const { webhooks, forms } = words;
  return {
    title: webhooks.replayTitle,
    section: 'webhooks',
    content: (
      <>
        <Heading
          title={webhooks.replayTitle}
          about={webhooks.replayAbout}
          back={{ href: path, label: subscription.url }}
        />
        <Form to={`${path}/replay`} state={state} class="card">
          <ProblemSummary />
          {count !== undefined && (
            <p class="notice" role="status">
              {webhooks.replayCount(count)}
            </p>
          )}
          <div class="pair">
            <TextField name="from" label={webhooks.replayFrom} type="datetime-local" />
            <TextField
              name="to"
              label={webhooks.replayTo}
              hint={webhooks.replayToHint}
              type="datetime-local"
            />
          </div>
          <div class="actions">
            <button>{webhooks.replayButton}</button>
            <button class="quiet" formaction={`${path}/replay/count`}>
              {webhooks.replayCountButton}
            </button>
            <a class="button quiet" href={path}>
              {forms.cancel}
            </a>
          </div>
        </Form>
      </>
    ),
  };
}

function spanIn(form: URLSearchParams): { from: string; to: string | undefined } {
  return { from: momentIn(form, 'from') ?? '', to: momentIn(form, 'to') };
}

async function replay(visit: Visit): Promise<ScreenAnswer> {
  const { api, form, params } = visit;
  if (spanIn(form).from === '') return withoutStart(visit);
  return submit(visit, {
    act: (options) => api.webhookSubscriptions.replay(params.id!, spanIn(form), options),
    done: () => ({ next: `${subscriptionPath({ subscriptionId: params.id! })}?done=webhook_replayed` }),
    refused: (state) => replayForm(visit, state),
    fieldOf,
  });
}

async function countFirst(visit: Visit): Promise<ScreenAnswer> {
  const { api, form, params } = visit;
  if (spanIn(form).from === '') return withoutStart(visit);
  return submit(visit, {
    act: (options) => api.webhookSubscriptions.replay(params.id!, { ...spanIn(form), dryRun: true }, options),
    done: ({ eventsCount }) => replayForm(visit, FormState.sent(form), eventsCount),
    refused: (state) => replayForm(visit, state),
    fieldOf,
  });
}

async function withoutStart(visit: Visit): Promise<Shown> {
  const problem = { field: 'from', message: words.webhooks.noReplayFrom };
  return { ...(await replayForm(visit, FormState.sent(visit.form, [problem]))), status: 400 };
}

function fieldOf(place: string): string | undefined {
  return place === 'too_many_events' ? 'from' : undefined;
}
