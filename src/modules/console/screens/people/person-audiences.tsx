import type { Audience, WithDates } from '@foyer/client';
import type { VNode } from 'preact';
import type { Api } from '../../calling/api-caller.js';
import { Moment } from '../../parts/shown.js';
import { words } from '../../words/english.js';
import { FIGURES_PATH } from '../figures/address.js';
import { audiencePath, AudienceState, AUDIENCES_PATH } from '../kit/shown-audience.js';
import { pageNames } from '../kit/page-names.js';
import { ifAllowed } from '../kit/screen.js';

const MOST_AUDIENCES = 5;

/** A page for the person. */
interface PageFor {
  audience: WithDates<Audience>;
  /** Undefined if the key may not read pages. */
  pageName: string | undefined;
}

export interface PagesFor {
  pages: readonly PageFor[];
  hasMore: boolean;
}

/** The newest pages for the person; undefined if the key may not read audiences. */
export async function pagesFor(api: Api, personId: string): Promise<PagesFor | undefined> {
  const list = await ifAllowed(api.audiences.list({ personId, limit: MOST_AUDIENCES }));
  if (!list) return undefined;
  const names = await pageNames(api, list.items);
  const pages = list.items.map((audience) => ({ audience, pageName: names.get(audience.pageId) }));
  return { pages, hasMore: list.hasMore };
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
