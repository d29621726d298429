import type { AudienceSession, WithDates } from '@foyer/client';
import type { VNode } from 'preact';
import type { Api } from '../../calling/api-caller.js';
import { Badge, Moment } from '../../parts/shown.js';
import { words } from '../../words/english.js';
import { durationText } from '../kit/numbers.js';
import { ifAllowed } from '../kit/screen.js';
import type { PagesFor } from './person-audiences.js';

type AudienceVisit = WithDates<AudienceSession>;

const MOST_VISITS = 5;

/** The latest visits to these pages; undefined if the key may not read sessions. */
export async function visitsTo(api: Api, { pages }: PagesFor): Promise<AudienceVisit[] | undefined> {
  const lists = await Promise.all(
    pages.map(({ audience: { pageId, audienceId } }) =>
      ifAllowed(api.pages.audienceSessions.list(pageId, { audienceId, limit: MOST_VISITS })),
    ),
  );
  const known = lists.filter((list) => list !== undefined);
  if (pages.length > 0 && known.length === 0) return undefined;
  return known
    .flatMap(({ items }) => items)
    .sort((one, other) => other.sessionStartedAt.getTime() - one.sessionStartedAt.getTime())
    .slice(0, MOST_VISITS);
}

export function PersonVisits({ of: latest }: { of: readonly AudienceVisit[] }): VNode {
  const { people } = words;
  return (
    <section aria-labelledby="visits">
      <h2 id="visits">{people.visits}</h2>
      {latest.length === 0 ? (
        <p class="hint">{people.noVisits}</p>
      ) : (
        <>
          <p class="hint">{people.visitsAbout}</p>
          <ul class="rows">
            {latest.map((visit) => (
              <VisitRow key={visit.analyticsSessionId} of={visit} />
            ))}
          </ul>
        </>
      )}
    </section>
  );
}

function VisitRow({ of: visit }: { of: AudienceVisit }): VNode {
  const { people } = words;
  const { timeSpentSeconds, totalClicksCount, questionsAskedCount, maxScrollDepthPercentage } = visit;
  return (
    <li class="row">
      <div class="what">
        <h3>
          <bdi>{visit.pageTitle ?? people.untitled}</bdi>
        </h3>
        <p class="meta">
          <Moment at={visit.sessionStartedAt} />
          {timeSpentSeconds !== null && <span>{durationText(timeSpentSeconds)}</span>}
          {totalClicksCount > 0 && <span>{people.clicks(totalClicksCount)}</span>}
          {questionsAskedCount > 0 && <span>{people.questions(questionsAskedCount)}</span>}
          {maxScrollDepthPercentage !== null && (
            <span>{people.scrolled(Math.round(maxScrollDepthPercentage))}</span>
          )}
          {visit.hasFormSubmit && <span>{people.sentForm}</span>}
        </p>
      </div>
      {visit.hasConversion && <Badge tone="good">{people.converted}</Badge>}
    </li>
  );
}
