import type { Audience, PageLink, WithDates } from '@foyer/client';
import type { VNode } from 'preact';
import type { Api } from '../../calling/api-caller.js';
import { words } from '../../words/english.js';
import { ifAllowed } from '../kit/screen.js';
import { pathOf, type ShownPage } from './pages.js';

export type ShownAudience = WithDates<Audience>;
type Link = WithDates<PageLink>;

/** As many audiences as a screen shows links of; each takes one call. */
const MOST_AUDIENCES = 5;

/** The links of the first audiences of a page; undefined if the key may not read them. */
export async function linksOf(api: Api, page: ShownPage): Promise<Link[] | undefined> {
  const audiences = await ifAllowed(api.pages.audiences.list(page.pageId, { limit: MOST_AUDIENCES }));
  if (!audiences) return undefined;
  const found = await Promise.all(
    audiences.items.map(({ audienceId }) => ifAllowed(api.pageLinks.list({ audienceId }))),
  );
  return found.flatMap((links) => links?.items ?? []);
}

/** Where visitors open the page, and the way to publish what is saved. */
export function PageLinks({ of: page, links }: { of: ShownPage; links: readonly Link[] | undefined }): VNode {
  const { pages } = words;
  return (
    <section aria-labelledby="links">
      <h2 id="links">{pages.linksTitle}</h2>
      {!links?.length && <p class="hint">{pages.linksNone}</p>}
      <ul class="findings">
        {links?.map(({ pageLinkId, path, url }) => (
          <li key={pageLinkId}>{url === null ? <code>{path}</code> : <a href={url}>{url}</a>}</li>
        ))}
      </ul>
      <p class="pages">
        <a class="button quiet small" href={`${pathOf(page)}/publish`}>
          {pages.publish}
        </a>
        <a href={`/audiences?pageId=${page.pageId}`}>{pages.audiencesOf}</a>
      </p>
    </section>
  );
}
