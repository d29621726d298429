import type { Audience, AudienceSession, WithDates } from '@foyer/client';
import type { VNode } from 'preact';
import type { Api } from '../../calling/api-caller.js';
import { Badge, Moment } from '../../parts/shown.js';
import { words } from '../../words/english.js';
import { FIGURES_PATH } from '../figures/address.js';
import { audiencePath, AudienceState, AUDIENCES_PATH } from '../kit/shown-audience.js';
import { durationText } from '../kit/numbers.js';
import { ifAllowed } from '../kit/screen.js';

type AudienceVisit = WithDates<AudienceSession>;

/** Each of them takes two calls more. */
const MOST_AUDIENCES = 5;
const MOST_VISITS = 5;

/** A page for the person. */
interface PageFor {
  audience: WithDates<Audience>;
  /** Undefined if the key may not read pages. */
  pageName: string | undefined;
  /** Undefined if the key may not read sessions. */
  visits: readonly AudienceVisit[] | undefined;
}

export interface PagesFor {
  pages: readonly PageFor[];
  hasMore: boolean;
}

/** The newest pages for the person, and visits to them; undefined if the key may not read audiences. */
export async function pagesFor(api: Api, personId: string): Promise<PagesFor | undefined> {
  const list = await ifAllowed(api.audiences.list({ personId, limit: MOST_AUDIENCES }));
  if (!list) return undefined;
  const pages = list.items.map(async (audience): Promise<PageFor> => {
    const { pageId, audienceId } = audience;
    const [page, sessions] = await Promise.all([
      ifAllowed(api.pages.get(pageId)),
      ifAllowed(api.pages.audienceSessions.list(pageId, { audienceId, limit: MOST_VISITS })),
    ]);
    return { audience, pageName: page?.name, visits: sessions?.items };
  });
  return { pages: await Promise.all(pages), hasMore: list.hasMore };
}

interface PersonAudiencesProps {
  of: PagesFor;
  personId: string;
}

export function PersonAudiences({ of: { pages, hasMore }, personId }: PersonAudiencesProps): VNode {
  const { people } = words;
  const ofPerson = new URLSearchParams({ personId });
  return (
    <section aria-labelledby="audiences">
      <h2 id="audiences">{people.audiences}</h2>
      {pages.length === 0 ? (
        <p class="hint">{people.noAudiences}</p>
      ) : (
        <ul class="rows">
          {pages.map((page) => (
            <AudienceRow key={page.audience.audienceId} of={page} />
          ))}
        </ul>
      )}
      <p class="pages">
        <a href={`${AUDIENCES_PATH}/new?${ofPerson}`}>{words.audiences.create}</a>
        {hasMore && <a href={`${AUDIENCES_PATH}?${ofPerson}`}>{people.allAudiences}</a>}
      </p>
    </section>
  );
}

function AudienceRow({ of: { audience, pageName } }: { of: PageFor }): VNode {
  const { people } = words;
  const { pageId, audienceId, effectiveName, createdAt } = audience;
  return (
    <li class="row">
      <div class="what">
        <h3>
          <a href={audiencePath(audience)}>
            <bdi>{pageName ?? effectiveName}</bdi>
          </a>
        </h3>
        <p class="meta">
          <bdi>{effectiveName}</bdi>
          <span>
            {people.created} <Moment at={createdAt} />
          </span>
          <a href={`${FIGURES_PATH}?${new URLSearchParams({ pageId, audienceId })}`}>
            {words.figures.title}
            <span class="unseen">: {pageName ?? effectiveName}</span>
          </a>
          <a href={`${audiencePath(audience)}/visits`}>
            {people.visits}
            <span class="unseen">: {pageName ?? effectiveName}</span>
          </a>
        </p>
      </div>
      <AudienceState of={audience} />
    </li>
  );
}

/** Nothing if the key may not read sessions. */
export function PersonVisits({ of: { pages } }: { of: PagesFor }): VNode | null {
  const { people } = words;
  const known = pages.flatMap(({ visits }) => (visits ? [visits] : []));
  if (pages.length > 0 && known.length === 0) return null;
  const latest = known
    .flat()
    .sort((one, other) => other.sessionStartedAt.getTime() - one.sessionStartedAt.getTime())
    .slice(0, MOST_VISITS);
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
