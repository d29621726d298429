import type { VNode } from 'preact';
import type { Api } from '../../calling/api-caller.js';
import { SelectField, TextField, type Choice } from '../../parts/fields.js';
import { words } from '../../words/english.js';
import { ifAllowed } from '../kit/screen.js';
import type { FigureFilters } from './figure-filters.js';

/** As many pages, and audiences of a page, as one select can offer. */
const MOST_CHOICES = 25;

/** The name of the field that narrows the pages. */
export const PAGE_QUERY = 'pageQuery';

/** The pages and audiences that figures can be of; none of those that the key has no right to see. */
export interface Subjects {
  pages: readonly Choice[];
  /** What their names or titles contain; undefined for the pages that were changed last. */
  pageQuery: string | undefined;
  foundPages: number;
  hasMorePages: boolean;
  audiences: readonly Choice[];
}

export async function subjectsOf(
  api: Api,
  { pageId, audienceId }: FigureFilters,
  pageQuery: string | undefined,
): Promise<Subjects> {
  // A search has an order of its own.
  const wanted = pageQuery === undefined ? { sort: '-updatedAt' as const } : { query: pageQuery };
  const [pages, audiences] = await Promise.all([
    ifAllowed(api.pages.list({ limit: MOST_CHOICES, ...wanted })),
    pageId === undefined ? undefined : ifAllowed(api.pages.audiences.list(pageId, { limit: MOST_CHOICES })),
  ]);
  return {
    pages: await withCurrent(
      pages?.items.map((page): Choice => [page.pageId, page.name]),
      pageId,
      async (id) => (await api.pages.get(id)).name,
    ),
    pageQuery: pages && pageQuery,
    foundPages: pages?.items.length ?? 0,
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

export function SubjectFields({ of: subjects }: { of: Subjects }): VNode {
  const { pages, pageQuery, hasMorePages, audiences } = subjects;
  const { figures } = words;
  const isSearched = pageQuery !== undefined;
  return (
    <>
      {(isSearched || hasMorePages) && (
        <TextField name={PAGE_QUERY} label={figures.findPage} hint={figures.findPageHint} type="search" />
      )}
      {(isSearched || pages.length > 0) && (
        <SelectField
          name="pageId"
          label={figures.page}
          hint={pagesHint(subjects)}
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

/** Which pages the field offers. */
function pagesHint({ foundPages, pageQuery, hasMorePages }: Subjects): string | undefined {
  const { figures } = words;
  if (pageQuery === undefined) return hasMorePages ? figures.morePages(MOST_CHOICES) : undefined;
  if (hasMorePages) return figures.morePagesFit(MOST_CHOICES);
  return figures.pagesFit(foundPages, pageQuery);
}
