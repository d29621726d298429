import type { ListSort, VersionStatus } from '@foyer/client';
import type { VNode } from 'preact';
import type { Api } from '../../calling/api-caller.js';
import { SelectField, type Choice } from '../../parts/fields.js';
import { FilterForm } from '../../parts/filter-form.js';
import { FormState } from '../../parts/form-state.js';
import { Live } from '../../parts/live.js';
import { Done, Empty, Heading, ListPages, Moment } from '../../parts/shown.js';
import { words } from '../../words/english.js';
import { pageNames } from '../kit/page-names.js';
import { filtersIn, ifAllowed, pageIn, type Screens, type Shown, type Visit } from '../kit/screen.js';
import { pathOf } from '../pages/shown-page.js';
import { AUDIENCES_PATH, audiencePath, AudienceState, type ShownAudience } from '../kit/shown-audience.js';

const PAGE_SIZE = 10;

const FILTERS = ['pageId', 'personId', 'status', 'sort'] as const;
type Given = Partial<Record<(typeof FILTERS)[number], string>>;

/** An order by change can't be combined with a person. */
const SORTS = Object.entries(words.audiences.sorts) as [ListSort, string][];

export const audienceScreens: Screens = { 'GET /audiences': listAudiences };

async function listAudiences({ api, query }: Visit): Promise<Shown> {
  const given = filtersIn(query, FILTERS);
  const [list, page, person] = await Promise.all([
    read(api, given, query),
    given.pageId === undefined ? undefined : ifAllowed(api.pages.get(given.pageId)),
    given.personId === undefined ? undefined : ifAllowed(api.persons.get(given.personId)),
  ]);
  const names = await pageNames(api, list.items);
  const { audiences } = words;
  const create = page ? `${pathOf(page)}/audiences/new` : `${AUDIENCES_PATH}/new`;
  return {
    title: audiences.title,
    section: 'audiences',
    content: (
      <>
        <Heading
          title={audiences.title}
          about={audiences.about}
          back={page && { href: pathOf(page), label: page.name }}
        >
          <a class="button quiet" href={`${AUDIENCES_PATH}/person`}>
            {audiences.byPerson}
          </a>
          <a class="button" href={create}>
            {audiences.create}
          </a>
        </Heading>
        <Done name={query.get('done')} />
        {(page ?? person) && <Only page={page?.name} person={person?.name} />}
        {(list.items.length > 0 || list.hasMore || given.status !== undefined) && <Filters given={given} />}
        <Live id="audiences" of={['audience', 'page']}>
          {list.items.length === 0 ? (
            <NoAudiences isFiltered={given.status !== undefined} isMore={list.hasMore} create={create} />
          ) : (
            <ul class="rows">
              {list.items.map((each) => (
                <AudienceRow key={each.audienceId} of={each} pageName={names.get(each.pageId)} />
              ))}
            </ul>
          )}
        </Live>
        <ListPages path={AUDIENCES_PATH} query={query} nextCursor={list.nextCursor} />
      </>
    ),
  };
}

function read(api: Api, { pageId, personId, status, sort }: Given, query: URLSearchParams) {
  const filters = {
    ...pageIn(query, PAGE_SIZE),
    personId,
    status: status as VersionStatus | undefined,
    archived: status === 'archived',
    sort: personId === undefined ? (sort as ListSort | undefined) : undefined,
  };
  return pageId === undefined ? api.audiences.list(filters) : api.pages.audiences.list(pageId, filters);
}

function Only({ page, person }: { page: string | undefined; person: string | undefined }): VNode {
  const { audiences, lists } = words;
  return (
    <p class="notice">
      {audiences.only(page, person)} <a href={AUDIENCES_PATH}>{lists.clear}</a>
    </p>
  );
}

function Filters({ given }: { given: Given }): VNode {
  const { audiences } = words;
  const any: Choice = ['', audiences.anyStatus];
  return (
    <FilterForm
      to={AUDIENCES_PATH}
      state={FormState.of(given)}
      clearTo={Object.keys(given).length > 0 ? AUDIENCES_PATH : undefined}
    >
      {(['pageId', 'personId'] as const).map(
        (name) =>
          given[name] !== undefined && <input key={name} type="hidden" name={name} value={given[name]} />,
      )}
      <SelectField
        name="status"
        label={audiences.status}
        choices={[any, ...Object.entries(audiences.statuses)]}
      />
      {given.personId === undefined && <SelectField name="sort" label={audiences.sort} choices={SORTS} />}
    </FilterForm>
  );
}

interface NoAudiencesProps {
  isFiltered: boolean;
  /** Whether the API has not looked at all audiences yet. */
  isMore: boolean;
  create: string;
}

function NoAudiences({ isFiltered, isMore, create }: NoAudiencesProps): VNode {
  const { audiences } = words;
  if (isFiltered)
    return (
      <Empty title={audiences.noneFound}>
        <p>{isMore ? audiences.noneFoundYet : audiences.noneFoundAbout}</p>
      </Empty>
    );
  return (
    <Empty title={audiences.none}>
      <p>{audiences.noneAbout}</p>
      <p>
        <a class="button" href={create}>
          {audiences.create}
        </a>
      </p>
    </Empty>
  );
}

function AudienceRow({ of: audience, pageName }: { of: ShownAudience; pageName: string | undefined }): VNode {
  const { audiences } = words;
  return (
    <li class={audience.status === 'archived' ? 'row ended' : 'row'}>
      <div class="what">
        <h2>
          <a href={audiencePath(audience)} dir="auto">
            {audience.effectiveName}
          </a>
        </h2>
        <p class="meta">
          <span>{audience.personId === null ? audiences.forEverybody : audiences.forPerson}</span>
          {pageName !== undefined && <a href={pathOf(audience)}>{pageName}</a>}
          <span>{audiences.version(audience.publishedVersion.versionNumber)}</span>
          <span>
            {audiences.changed} <Moment at={audience.updatedAt} />
          </span>
        </p>
      </div>
      <AudienceState of={audience} />
    </li>
  );
}
