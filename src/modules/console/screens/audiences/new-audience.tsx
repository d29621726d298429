import type { VNode } from 'preact';
import { TextArea, TextField } from '../../parts/fields.js';
import { CurrentForm } from '../../parts/form-context.js';
import { FormState } from '../../parts/form-state.js';
import { Empty, Heading, ListPages } from '../../parts/shown.js';
import { words } from '../../words/english.js';
import { formScreen } from '../kit/form-screen.js';
import {
  optionalIn,
  submit,
  type ScreenAnswer,
  type Screens,
  type Shown,
  type Visit,
} from '../kit/screen.js';
import { PAGES_PATH, pathOf, type ShownPage } from '../pages/shown-page.js';
import { personField } from './found-person.js';
import { linkTo, newLink, PathField, pathField } from './links.js';
import { PersonSearch, personsIn, type ShownPerson } from './person-search.js';
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
  const text = query.get('query')?.trim() || undefined;
  const list = await api.pages.list({
    limit: PAGE_SIZE,
    cursor: query.get('cursor') ?? undefined,
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
        <form class="filters" action={path} role="search">
          <CurrentForm.Provider value={FormState.of({ query: text ?? '' })}>
            <TextField name="query" label={words.pages.search} type="search" />
          </CurrentForm.Provider>
          <div class="actions">
            <button class="quiet">{words.pages.search}</button>
          </div>
        </form>
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
              <PageRow key={page.pageId} of={page} />
            ))}
          </ul>
        )}
        <ListPages path={path} query={query} nextCursor={list.nextCursor} />
      </>
    ),
  };
}

function PageRow({ of: page }: { of: ShownPage }): VNode {
  const { audiences, pages } = words;
  const href = `${pathOf(page)}/audiences/new`;
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
