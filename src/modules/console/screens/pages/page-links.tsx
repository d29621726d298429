import type { PageLink, WithDates } from '@foyer/client';
import type { VNode } from 'preact';
import type { Api } from '../../calling/api-caller.js';
import { Live } from '../../parts/live.js';
import { words } from '../../words/english.js';
import { ifAllowed } from '../kit/screen.js';
import {
  AUDIENCES_PATH,
  isOnTheWay,
  latestText,
  VersionState,
  type ShownAudience,
} from '../kit/shown-audience.js';
import { pathOf, type ShownPage } from './shown-page.js';

type Link = WithDates<PageLink>;

/** As many audiences as a screen shows links of; each takes one call. */
const MOST_AUDIENCES = 5;
/** Of each of them. */
const MOST_LINKS = 5;

/** Where visitors read a page, and what is on its way to them. */
export interface Publication {
  audiences: readonly ShownAudience[];
  /** Undefined if the key may not read links. */
  links: readonly Link[] | undefined;
}

/** That of the first audiences of a page; undefined if the key may not read audiences. */
export async function publicationOf(api: Api, page: ShownPage): Promise<Publication | undefined> {
  const audiences = await ifAllowed(api.pages.audiences.list(page.pageId, { limit: MOST_AUDIENCES }));
  if (!audiences) return undefined;
  const found = await Promise.all(
    audiences.items.map(({ audienceId }) => ifAllowed(api.pageLinks.list({ audienceId, limit: MOST_LINKS }))),
  );
  const isHidden = found.includes(undefined);
  return {
    audiences: audiences.items,
    links: isHidden ? undefined : found.flatMap((links) => links?.items ?? []),
  };
}

/** Where visitors open the page, and the way to publish what is saved. */
export function PageLinks({ of: page, publication }: PublicationProps): VNode {
  const { pages } = words;
  const { audiences = [], links } = publication ?? {};
  return (
    <Live id="publication" of={[page.pageId, 'page_link']} says={publicationText(audiences)}>
      <section aria-labelledby="links">
        <h2 id="links">{pages.linksTitle}</h2>
        {links === undefined && <p class="hint">{pages.linksHidden}</p>}
        {links?.length === 0 && <p class="hint">{pages.linksNone}</p>}
        <ul class="findings">
          {links?.map(({ pageLinkId, path, url }) => (
            <li key={pageLinkId}>{url === null ? <code>{path}</code> : <a href={url}>{url}</a>}</li>
          ))}
        </ul>
        <ul class="states">
          {audiences.map((audience) => (
            <LatestVersion key={audience.audienceId} of={audience} />
          ))}
        </ul>
        <p class="pages">
          <a class="button quiet small" href={`${pathOf(page)}/publish`}>
            {pages.publish}
          </a>
          <a href={`${AUDIENCES_PATH}?pageId=${page.pageId}`}>{pages.audiencesOf}</a>
        </p>
      </section>
    </Live>
  );
}

interface PublicationProps {
  of: ShownPage;
  publication: Publication | undefined;
}

function LatestVersion({ of: { effectiveName, latestVersion } }: { of: ShownAudience }): VNode {
  return (
    <li data-pending={isOnTheWay(latestVersion) ? '' : undefined}>
      <span dir="auto">{effectiveName}</span> {words.versions.number(latestVersion.versionNumber)}{' '}
      <VersionState of={latestVersion} />
    </li>
  );
}

function publicationText(audiences: readonly ShownAudience[]): string {
  return audiences.map((audience) => `${audience.effectiveName}: ${latestText(audience)}`).join('. ');
}
