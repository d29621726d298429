import type { ListSort, PageStatus, PageType } from '@foyer/client';
import type { VNode } from 'preact';
import { SelectField, TextField, type Choice } from '../../parts/fields.js';
import { FilterForm } from '../../parts/filter-form.js';
import { FormState } from '../../parts/form-state.js';
import { Live } from '../../parts/live.js';
import { Badge, Done, Empty, Heading, ListPages, Moment, type Tone } from '../../parts/shown.js';
import { words } from '../../words/english.js';
import { LinkPicture } from './link-picture-shown.js';
import { filtersIn, pageIn, type Screens, type Shown, type Visit } from '../kit/screen.js';
import { PAGES_PATH, pathOf, type ShownPage } from './shown-page.js';

const PAGE_SIZE = 24;
const FILTERS = ['query', 'status', 'pageType', 'sort'] as const;

const TONES: Record<PageStatus, Tone> = { draft: 'warn', published: 'good', archived: 'plain' };

export const TYPE_CHOICES = Object.entries(words.pages.types) as [PageType, string][];

export const pageScreens: Screens = { 'GET /pages': listPages };

async function listPages({ api, query }: Visit): Promise<Shown> {
  const given = filtersIn(query, FILTERS);
  const page = await api.pages.list({
    ...pageIn(query, PAGE_SIZE),
    query: given.query,
    status: given.status as PageStatus | undefined,
    pageType: given.pageType as PageType | undefined,
    // A search has an order of its own: the best hits first.
    sort: given.query ? undefined : ((given.sort as ListSort | undefined) ?? '-updatedAt'),
  });
  const isFiltered = Boolean(given.query ?? given.status ?? given.pageType);
  const { pages } = words;
  return {
    title: pages.title,
    section: 'pages',
    content: (
      <>
        <Heading title={pages.title} about={pages.about}>
          <a class="button" href={`${PAGES_PATH}/new`}>
            {pages.create}
          </a>
        </Heading>
        <Done name={query.get('done')} />
        {(page.items.length > 0 || isFiltered) && <Filters given={given} isFiltered={isFiltered} />}
        <Live id="pages" of={['page', 'audience']}>
          {page.items.length === 0 ? (
            <NoPages isFiltered={isFiltered} />
          ) : (
            <ul class="cards">
              {page.items.map((each) => (
                <PageCard key={each.pageId} of={each} />
              ))}
            </ul>
          )}
        </Live>
        <ListPages path={PAGES_PATH} query={query} nextCursor={page.nextCursor} />
      </>
    ),
  };
}

function Filters({ given, isFiltered }: { given: Record<string, string>; isFiltered: boolean }): VNode {
  const { pages } = words;
  const any: Choice = ['', pages.any];
  return (
    <FilterForm to={PAGES_PATH} state={FormState.of(given)} clearTo={isFiltered ? PAGES_PATH : undefined}>
      <TextField name="query" label={pages.search} type="search" />
      <SelectField name="status" label={pages.status} choices={[any, ...Object.entries(pages.statuses)]} />
      <SelectField name="pageType" label={pages.type} choices={[any, ...TYPE_CHOICES]} />
      {given.query === undefined && (
        <SelectField name="sort" label={pages.sort} choices={Object.entries(pages.sorts)} />
      )}
    </FilterForm>
  );
}

function NoPages({ isFiltered }: { isFiltered: boolean }): VNode {
  const { pages } = words;
  if (isFiltered)
    return (
      <Empty title={pages.noneFound}>
        <p>{pages.noneFoundAbout}</p>
      </Empty>
    );
  return (
    <Empty title={pages.none}>
      <p>{pages.noneAbout}</p>
      <p>
        <a class="button" href={`${PAGES_PATH}/new`}>
          {pages.create}
        </a>
      </p>
    </Empty>
  );
}

function PageCard({ of: page }: { of: ShownPage }): VNode {
  const { pages } = words;
  return (
    <li class={page.status === 'archived' ? 'page-card ended' : 'page-card'}>
      <LinkPicture of={page} />
      <div class="what">
        <h2>
          <a href={pathOf(page)}>{page.name}</a>
        </h2>
        <p class="meta">
          <span>{pages.types[page.pageType]}</span>
          <span>{page.brandId}</span>
          <span>{pages.audiences(page.audiencesCount)}</span>
        </p>
        <p class="meta">
          <span>
            {pages.changed} <Moment at={page.updatedAt} />
          </span>
        </p>
        <PageState of={page} />
      </div>
    </li>
  );
}

export function PageState({ of: { status } }: { of: Pick<ShownPage, 'status'> }): VNode {
  return <Badge tone={TONES[status]}>{words.pages.statuses[status]}</Badge>;
}
