import type { AudienceSession, WithDates } from '@foyer/client';
import type { VNode } from 'preact';
import { Live } from '../../parts/live.js';
import { Badge, Empty, ListPages, Moment } from '../../parts/shown.js';
import { words } from '../../words/english.js';
import { pageIn, type Screens, type Shown, type Visit } from '../kit/screen.js';
import { audienceScreen, subjectOf } from './audience-screen.js';
import { audiencePath } from '../kit/shown-audience.js';

type Session = WithDates<AudienceSession>;

const PAGE_SIZE = 25;

export const visitScreens: Screens = { 'GET /pages/:id/audiences/:audience/visits': visits };

async function visits(visit: Visit): Promise<Shown> {
  const { api, query, params } = visit;
  const [subject, list] = await Promise.all([
    subjectOf(visit),
    api.pages.audienceSessions.list(params.id!, {
      audienceId: params.audience!,
      ...pageIn(query, PAGE_SIZE),
    }),
  ]);
  const { visits } = words;
  return audienceScreen(
    visit,
    subject,
    'visits',
    <>
      <Live id="visits" of={['session']}>
        {list.items.length === 0 ? (
          <Empty title={visits.none}>
            <p>{visits.noneAbout}</p>
          </Empty>
        ) : (
          <ol class="rows visits">
            {list.items.map((session) => (
              <SessionRow key={session.analyticsSessionId} of={session} />
            ))}
          </ol>
        )}
      </Live>
      <ListPages
        path={`${audiencePath(subject.audience)}/visits`}
        query={query}
        nextCursor={list.nextCursor}
      />
    </>,
  );
}

function SessionRow({ of: session }: { of: Session }): VNode {
  const { visits } = words;
  const { sessionStartedAt, timeSpentSeconds, maxScrollDepthPercentage } = session;
  const { totalClicksCount, questionsAskedCount, formSubmissionIdentifier } = session;
  const source = [session.utmSource, session.utmMedium, session.utmCampaign].filter(Boolean).join(' · ');
  return (
    <li class="row">
      <div class="what">
        <h2>
          <Moment at={sessionStartedAt} />
        </h2>
        <p class="meta">
          {timeSpentSeconds !== null && <span>{visits.stayed(Math.round(timeSpentSeconds))}</span>}
          {maxScrollDepthPercentage !== null && (
            <span>{visits.read(Math.round(maxScrollDepthPercentage))}</span>
          )}
          {totalClicksCount > 0 && <span>{visits.clicks(totalClicksCount)}</span>}
          {questionsAskedCount > 0 && <span>{visits.questions(questionsAskedCount)}</span>}
          {source !== '' && <span>{source}</span>}
        </p>
        {formSubmissionIdentifier !== null && <p dir="auto">{visits.formBy(formSubmissionIdentifier)}</p>}
      </div>
      <div class="badges">
        {session.hasConversion && <Badge tone="good">{visits.conversion}</Badge>}
        {session.hasFormSubmit && <Badge tone="good">{visits.form}</Badge>}
        {session.isBounce && <Badge>{visits.bounce}</Badge>}
        {session.computationStatus === 'failed' && <Badge tone="bad">{visits.failed}</Badge>}
      </div>
    </li>
  );
}
