import type { Analytics, WithDates } from '@foyer/client';
import type { VNode } from 'preact';
import { clock } from '../../../../shared/kernel/clock.js';
import { DAY_MS } from '../../../../shared/kernel/durations.js';
import { Live } from '../../parts/live.js';
import { Badge, Day, Heading, Scrolled } from '../../parts/shown.js';
import { words } from '../../words/english.js';
import { numberText, percentText } from '../kit/numbers.js';
import { ifAllowed, type ScreenAnswer, type Screens, type Shown, type Visit } from '../kit/screen.js';
import { QUESTIONS_PATH } from '../questions/questions.js';
import { subscriptionPath, SubscriptionState, type Subscription } from '../webhooks/subscriptions.js';

type Figures = WithDates<Analytics>;

export const TODAY_PATH = '/today';

const PERIODS = ['7', '30', '90'] as const;
type Period = (typeof PERIODS)[number];

const SHOWN_QUESTIONS = 5;

export const todayScreens: Screens = {
  'GET /today': today,
  'GET /today/visits.svg': chart,
};

async function today({ api, query }: Visit): Promise<Shown> {
  const period = periodIn(query);
  const [figures, questions, subscriptions] = await Promise.all([
    ifAllowed(api.analytics.get(since(period))),
    ifAllowed(api.questions.list({ isAnswered: false, limit: SHOWN_QUESTIONS })),
    ifAllowed(api.webhookSubscriptions.list()),
  ]);
  const { today } = words;
  return {
    title: today.title,
    section: 'today',
    content: (
      <>
        <Heading title={today.title} about={today.about} />
        {figures && <Visits of={figures} period={period} />}
        {questions && (
          <Live id="unanswered" of={['session', 'topic.entry']} everySeconds={30}>
            <Unanswered questions={questions.items.map(({ question }) => question)} />
          </Live>
        )}
        {subscriptions && (
          <Live id="receivers-off" of={['webhook_subscription']}>
            <Receivers of={subscriptions.items.filter(({ disabledReason }) => disabledReason)} />
          </Live>
        )}
        {!figures && !questions && !subscriptions && <p class="notice">{today.nothing}</p>}
      </>
    ),
  };
}

async function chart({ api, query }: Visit): Promise<ScreenAnswer> {
  return { svg: await api.analytics.chart(since(periodIn(query))) };
}

function periodIn(query: URLSearchParams): Period {
  return PERIODS.find((days) => days === query.get('days')) ?? '30';
}

/** The last days, of which today is one. */
function since(days: Period): { from: Date } {
  const day = Math.floor(clock.now().getTime() / DAY_MS);
  return { from: new Date((day - Number(days) + 1) * DAY_MS) };
}

function Visits({ of: { totals, series }, period }: { of: Figures; period: Period }): VNode {
  const { today } = words;
  const { visits, conversions, questions, bounceRate } = totals;
  const shown: [string, string][] = [
    [today.visits, numberText(visits)],
    [today.conversions, numberText(conversions)],
    [today.questions, numberText(questions)],
    [today.bounces, bounceRate === null ? today.unknown : percentText(bounceRate)],
  ];
  return (
    <section aria-labelledby="visits">
      <div class="heading">
        <div class="line">
          <h2 id="visits">{today.visitsTitle}</h2>
          <nav class="tabs" aria-label={today.period}>
            {PERIODS.map((days) => (
              <a
                key={days}
                href={`${TODAY_PATH}?days=${days}`}
                aria-current={days === period ? 'true' : undefined}
              >
                {today.periods[days]}
              </a>
            ))}
          </nav>
        </div>
      </div>
      <dl class="totals">
        {shown.map(([name, value]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      <Scrolled label={`${words.figures.chart}: ${today.visitsTitle}`}>
        <img
          class="chart"
          src={`${TODAY_PATH}/visits.svg?days=${period}`}
          alt={today.chart(visits)}
          width="760"
          height="366"
        />
      </Scrolled>
      <details>
        <summary>{today.table}</summary>
        <table>
          <thead>
            <tr>
              <th scope="col">{today.day}</th>
              <th scope="col">{today.visits}</th>
              <th scope="col">{today.conversions}</th>
              <th scope="col">{today.questions}</th>
            </tr>
          </thead>
          <tbody>
            {series.map((bucket) => (
              <tr key={bucket.from.getTime()}>
                <th scope="row">
                  <Day at={bucket.from} />
                </th>
                <td>{numberText(bucket.visits)}</td>
                <td>{numberText(bucket.conversions)}</td>
                <td>{numberText(bucket.questions)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </details>
    </section>
  );
}

function Unanswered({ questions }: { questions: readonly string[] }): VNode {
  const { today } = words;
  return (
    <section aria-labelledby="questions">
      <h2 id="questions">{today.unanswered}</h2>
      {questions.length === 0 ? (
        <p class="hint">{today.noneUnanswered}</p>
      ) : (
        <>
          <ul class="rows">
            {questions.map((question) => (
              <li key={question} class="row">
                <p class="what" dir="auto">
                  {question}
                </p>
                <a
                  class="button quiet small"
                  href={`${QUESTIONS_PATH}/answer?${new URLSearchParams({ question })}`}
                >
                  {words.questions.answer}
                  <span class="unseen">: {question}</span>
                </a>
              </li>
            ))}
          </ul>
          <p class="pages">
            <a href={QUESTIONS_PATH}>{today.allQuestions}</a>
          </p>
        </>
      )}
    </section>
  );
}

function Receivers({ of: subscriptions }: { of: readonly Subscription[] }): VNode {
  const { today } = words;
  return (
    <section aria-labelledby="receivers">
      <h2 id="receivers">{today.receivers}</h2>
      {subscriptions.length === 0 ? (
        <p>
          <Badge tone="good">{today.receiversFine}</Badge>
        </p>
      ) : (
        <ul class="rows">
          {subscriptions.map((subscription) => (
            <li key={subscription.subscriptionId} class="row">
              <a class="what" href={subscriptionPath(subscription)}>
                {subscription.url}
              </a>
              <SubscriptionState of={subscription} />
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}
