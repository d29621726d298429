import type { WebhookDeliveryDetails, WithDates } from '@foyer/client';
import type { VNode } from 'preact';
import { Form } from '../../parts/form-context.js';
import { ProblemSummary } from '../../parts/fields.js';
import { FormState } from '../../parts/form-state.js';
import { Live } from '../../parts/live.js';
import { Done, Heading, Moment } from '../../parts/shown.js';
import { words } from '../../words/english.js';
import type { ScreenAnswer, Screens, Shown, Visit } from '../kit/screen.js';
import { submit } from '../kit/submit-form.js';
import { DeliveryState, isWaiting, outcomeOf } from './deliveries.js';
import { subscriptionPath } from './subscriptions.js';

type Details = WithDates<WebhookDeliveryDetails>;

export const deliveryScreens: Screens = {
  'GET /webhooks/:id/deliveries/:delivery': (visit) => delivery(visit, FormState.of()),
  'POST /webhooks/:id/deliveries/:delivery/retry': retry,
};

async function delivery({ api, params, query }: Visit, state: FormState): Promise<Shown> {
  const details = await api.webhookSubscriptions.deliveries.get(params.id!, params.delivery!);
  const { webhooks } = words;
  const back = subscriptionPath(details);
  const path = `${back}/deliveries/${details.deliveryId}`;
  return {
    title: details.eventType,
    section: 'webhooks',
    at: path,
    content: (
      <>
        <Heading title={details.eventType} back={{ href: back, label: webhooks.backToDeliveries }}>
          <Live
            id="delivery-state"
            of={[details.subscriptionId]}
            says={webhooks.statuses[details.status]}
            isPending={isWaiting(details)}
          >
            <DeliveryState of={details} />
          </Live>
          <Form to={`${path}/retry`} state={state}>
            <ProblemSummary />
            <button class="small">{webhooks.retry}</button>
          </Form>
        </Heading>
        <Done name={query.get('done')} />
        <Request of={details} />
        <Live id="delivery-attempts" of={[details.subscriptionId]} says="" isPending={isWaiting(details)}>
          <Attempts of={details} />
        </Live>
      </>
    ),
  };
}

function Request({ of: { request } }: { of: Details }): VNode {
  const { webhooks } = words;
  return (
    <section aria-labelledby="request">
      <h2 id="request">{webhooks.request}</h2>
      {request === null ? (
        <p class="hint">{webhooks.noRequest}</p>
      ) : (
        <div class="card wide">
          <p>
            <code>POST {request.url}</code>
          </p>
          <details>
            <summary>{webhooks.headers}</summary>
            <pre>
              {Object.entries(request.headers)
                .map(([name, value]) => `${name}: ${String(value)}`)
                .join('\n')}
            </pre>
          </details>
          <pre>{readable(request.body)}</pre>
        </div>
      )}
    </section>
  );
}

function Attempts({ of: { attempts } }: { of: Details }): VNode {
  const { webhooks } = words;
  return (
    <section aria-labelledby="attempts">
      <h2 id="attempts">{webhooks.attemptsTitle}</h2>
      {attempts.length === 0 && <p class="hint">{webhooks.noAttempts}</p>}
      <ol class={attempts.length > 0 ? 'rows' : undefined}>
        {attempts.map((attempt) => (
          <li key={attempt.attemptNumber} class="row">
            <div class="what">
              <p>
                <strong>{outcomeOf(attempt)}</strong>
              </p>
              <p class="meta">
                <Moment at={attempt.startedAt} />
                <span>{webhooks.took(attempt.durationMs)}</span>
              </p>
              {attempt.errorDetail && <p>{attempt.errorDetail}</p>}
              {attempt.responseBody !== '' && <pre>{attempt.responseBody}</pre>}
            </div>
          </li>
        ))}
      </ol>
    </section>
  );
}

function readable(body: string): string {
  try {
    return JSON.stringify(JSON.parse(body), null, 2);
  } catch {
    return body;
  }
}

function retry(visit: Visit): Promise<ScreenAnswer> {
  const { api, params } = visit;
  return submit(visit, {
    act: (options) => api.webhookSubscriptions.deliveries.retry(params.id!, params.delivery!, options),
    done: ({ subscriptionId, deliveryId }) => ({
      next: `${subscriptionPath({ subscriptionId })}/deliveries/${deliveryId}?done=delivery_retried`,
    }),
    refused: (state) => delivery(visit, state),
  });
}
