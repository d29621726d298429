import type { VNode } from 'preact';
import { TextArea, TextField } from '../../parts/fields.js';
import { FilterForm } from '../../parts/filter-form.js';
import { FormState } from '../../parts/form-state.js';
import { Empty, Heading, ListPages } from '../../parts/shown.js';
import { words } from '../../words/english.js';
import { linkTo, pathField } from '../kit/audience-link.js';
import { formScreen } from '../kit/form-screen.js';
import {
  filtersIn,
  optionalIn,
  pageIn,
  type ScreenAnswer,
  type Screens,
  type Shown,
  type Visit,
} from '../kit/screen.js';
import { submit } from '../kit/submit-form.js';
import { PAGES_PATH, pathOf, type ShownPage } from '../pages/shown-page.js';
import { newLink, PathField } from './links/links.js';
import { personField, PersonSearch, personsIn, type ShownPerson } from './person-search.js';
import { AUDIENCES_PATH, audiencePath, type ShownAudience } from '../kit/shown-audience.js';

const PAGE_SIZE = 10;

/** For nobody in particular. */
const EVERYBODY = 'everybody';

export const newAudienceScreens: Screens = {
  'GET /audiences/new': choosePage,
  'GET /pages/:id/audiences/new': async (visit) => {
    const page = await visit.api.pages.get(visit.params.id!);
    const { query } = visit;
    if (query.has('personId') || query.get('for') === EVERYBODY)
      return newAudience(visit, page, FormState.of({ personId: query.get('personId') ?? '' }));
    return choosePerson(page, FormState.of());
  },
  'POST /pages/:id/audiences/new/person': findPerson,
  'POST /pages/:id/audiences/new': createAudience,
};

async function choosePage({ api, query }: Visit): Promise<Shown> {
  const { query: text, personId } = filtersIn(query, ['query', 'personId']);
  const list = await api.pages.list({
    ...pageIn(query, PAGE_SIZE),
    query: text,
    sort: text === undefined ? '-updatedAt' : undefined,
  });
  const pages = list.items.filter(({ status }) => status !== 'archived');
  const { audiences } = words;
  const path = `${AUDIENCES_PATH}/new`;
  return {
    title: audiences.newTitle,
    section: 'audiences',
    content: (
      <>
        <Heading
          title={audiences.newTitle}
          about={audiences.choosePage}
          back={{ href: AUDIENCES_PATH, label: audiences.back }}
        />
        <FilterForm to={path} state={FormState.of({ query: text ?? '' })} button={words.pages.search}>
          {personId !== undefined && <input type="hidden" name="personId" value={personId} />}
          <TextField name="query" label={words.pages.search} type="search" />
        </FilterForm>
        {pages.length === 0 ? (
          <Empty title={words.pages.none}>
            <p>{audiences.noPageAbout}</p>
            <p>
              <a class="button" href={`${PAGES_PATH}/new`}>
                {words.pages.create}
              </a>
            </p>
          </Empty>
        ) : (
          <ul class="rows">
            {pages.map((page) => (
              <PageRow key={page.pageId} of={page} personId={personId} />
            ))}
          </ul>
        )}
        <ListPages path={path} query={query} nextCursor={list.nextCursor} />
      </>
    ),
  };
}

interface PageRowProps {
  of: ShownPage;
  /** The person for whom the audience will be, if that is decided. */
  personId: string | undefined;
}

function PageRow({ of: page, personId }: PageRowProps): VNode {
  const { audiences, pages } = words;
  const path = `${pathOf(page)}/audiences/new`;
  const href = personId === undefined ? path : `${path}?${new URLSearchParams({ personId })}`;
  return (
    <li class="row">
      <div class="what">
        <h2>
          <a href={href} dir="auto">
            {page.name}
          </a>
        </h2>
        <p class="meta">
          <span>{pages.types[page.pageType]}</span>
          <span>{pages.audiences(page.audiencesCount)}</span>
        </p>
      </div>
      <a class="button quiet small" href={href}>
        {audiences.choose}
        <span class="unseen"> {page.name}</span>
      </a>
    </li>
  );
}

function choosePerson(page: ShownPage, state: FormState, found?: readonly ShownPerson[]): Shown {
  const { audiences } = words;
  const path = `${pathOf(page)}/audiences/new`;
  return {
    title: audiences.newFor(page.name),
    section: 'audiences',
    content: (
      <>
        <Heading
          title={audiences.newFor(page.name)}
          about={audiences.choosePerson}
          back={{ href: pathOf(page), label: page.name }}
        >
          <a class="button quiet" href={`${path}?for=${EVERYBODY}`}>
            {audiences.newForEverybody}
          </a>
        </Heading>
        <PersonSearch
          to={`${path}/person`}
          state={state}
          found={found}
          hrefOf={({ personId }) => `${path}?personId=${personId}`}
        />
      </>
    ),
  };
}

async function findPerson(visit: Visit): Promise<ScreenAnswer> {
  const { api, form, params } = visit;
  const page = await api.pages.get(params.id!);
  return submit(visit, {
    act: () => personsIn(api, form),
    done: (found) => choosePerson(page, FormState.sent(form), found),
    refused: (state) => choosePerson(page, state),
    fieldOf: personField,
  });
}

async function newAudience({ api }: Visit, page: ShownPage, state: FormState): Promise<Shown> {
  const { audiences } = words;
  const personId = state.value('personId');
  const person = personId === '' ? undefined : await api.persons.get(personId);
  const path = `${pathOf(page)}/audiences/new`;
  return formScreen({
    section: 'audiences',
    title: audiences.newFor(page.name),
    about: audiences.newAbout,
    back: { href: path, label: audiences.backToPerson },
    to: path,
    state,
    button: audiences.create,
    content: (
      <>
        <p class="notice">{person ? audiences.isFor(person.name, person.email) : audiences.isForEverybody}</p>
        <input type="hidden" name="personId" value={personId} />
        <TextField
          name="customName"
          label={audiences.name}
          hint={person ? audiences.nameOfPerson(person.name) : audiences.nameOfNobody}
          required={false}
        />
        <TextArea
          name="supplementaryContext"
          label={audiences.note}
          hint={audiences.noteHint}
          rows={3}
          required={false}
        />
        <PathField required={false} />
      </>
    ),
  });
}

/** If its link is refused, the audience is there all the same: the next form is that of the link alone. */
async function createAudience(visit: Visit): Promise<ScreenAnswer> {
  const { api, form, params } = visit;
  const page = await api.pages.get(params.id!);
  let made: ShownAudience | undefined;
  return submit(visit, {
    act: async ({ idempotencyKey }) => {
      made = await api.pages.audiences.create(
        page.pageId,
        {
          personId: optionalIn(form, 'personId') ?? null,
          customName: optionalIn(form, 'customName') ?? null,
          supplementaryContext: optionalIn(form, 'supplementaryContext') ?? null,
        },
        { idempotencyKey },
      );
      if (optionalIn(form, 'path') !== undefined) await linkTo(api, made, form, `${idempotencyKey}-link`);
      return made;
    },
    done: (audience) => ({ next: `${audiencePath(audience)}?done=audience_created` }),
    refused: (state) =>
      made ? newLink(made, state, words.audiences.linkMissing) : newAudience(visit, page, state),
    fieldOf: pathField,
  });
}
