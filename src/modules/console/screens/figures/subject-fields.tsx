import type { VNode } from 'preact';
import type { Api } from '../../calling/api-caller.js';
import { SelectField, type Choice } from '../../parts/fields.js';
import { words } from '../../words/english.js';
import { ifAllowed } from '../kit/screen.js';
import type { FigureFilters } from './figure-filters.js';

/** As many pages, and audiences of a page, as one select can offer. */
const MOST_CHOICES = 25;

/** The pages and audiences that figures can be of; none of those that the key has no right to see. */
export interface Subjects {
  pages: readonly Choice[];
  hasMorePages: boolean;
  audiences: readonly Choice[];
}

export async function subjectsOf(api: Api, { pageId, audienceId }: FigureFilters): Promise<Subjects> {
  const [pages, audiences] = await Promise.all([
    ifAllowed(api.pages.list({ limit: MOST_CHOICES, sort: '-updatedAt' })),
    pageId === undefined ? undefined : ifAllowed(api.pages.audiences.list(pageId, { limit: MOST_CHOICES })),
  ]);
  return {
    pages: await withCurrent(
      pages?.items.map((page): Choice => [page.pageId, page.name]),
      pageId,
      async (id) => (await api.pages.get(id)).name,
    ),
    hasMorePages: pages?.hasMore ?? false,
    audiences: await withCurrent(
      audiences?.items.map((audience): Choice => [audience.audienceId, audience.effectiveName]),
      audienceId,
      async (id) => (await api.pages.audiences.get(pageId!, id)).effectiveName,
    ),
  };
}

/** The one that is chosen can be older than those that are offered, or archived. */
async function withCurrent(
  choices: readonly Choice[] | undefined,
  current: string | undefined,
  nameOf: (id: string) => Promise<string>,
): Promise<Choice[]> {
  if (!choices) return current === undefined ? [] : [[current, current]];
  if (current === undefined || choices.some(([id]) => id === current)) return [...choices];
  return [[current, await nameOf(current)], ...choices];
}

export function SubjectFields({ of: { pages, hasMorePages, audiences } }: { of: Subjects }): VNode {
  const { figures } = words;
  return (
    <>
      {pages.length > 0 && (
        <SelectField
          name="pageId"
          label={figures.page}
          hint={hasMorePages && figures.morePages(MOST_CHOICES)}
          choices={[['', figures.allPages], ...pages]}
        />
      )}
      {audiences.length > 0 && (
        <SelectField
          name="audienceId"
          label={figures.audience}
          choices={[['', figures.allAudiences], ...audiences]}
        />
      )}
    </>
  );
}
