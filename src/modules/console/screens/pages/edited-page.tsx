import type { VNode } from 'preact';
import { searchIn } from '../../parts/choice-search.js';
import { ProblemSummary, SeenField } from '../../parts/fields.js';
import { FieldNotes, Form } from '../../parts/form-context.js';
import { withChangedRows } from '../../parts/form-rows.js';
import { FormState } from '../../parts/form-state.js';
import { Live } from '../../parts/live.js';
import { DefaultButton } from '../../parts/rows.js';
import { Done, Heading } from '../../parts/shown.js';
import { words } from '../../words/english.js';
import { FIGURES_PATH } from '../figures/address.js';
import { brandChoices } from '../kit/brand-choices.js';
import { asSeen, ifAllowed, type ScreenAnswer, type Screens, type Shown, type Visit } from '../kit/screen.js';
import { submit } from '../kit/submit-form.js';
import { partChoices, partFieldOf, PageParts, partsIn, partValues } from './edited/page-parts.js';
import { withAddedTopic } from './edited/topics.js';
import { PagePicture } from './link-picture.js';
import { BasicFields, changeIn, FurtherFields, valuesOf } from './page-fields.js';
import { Findings, noteOf } from './page-findings.js';
import { PageLinks, publicationOf } from './page-links.js';
import { Preview, previewOf, previewOfTyped } from './page-preview.js';
import { PageState } from './pages.js';
import { PAGES_PATH, pathOf, type ShownPage } from './shown-page.js';

export const editedPageScreens: Screens = {
  'GET /pages/:id': async (visit) => {
    const page = await pageOf(visit);
    const state = FormState.of({ ...valuesOf(page), ...partValues(page) });
    const preview = visit.isUnasked ? undefined : await previewOf(visit.api, page, {});
    return editor(visit, page, { state, preview });
  },
  'POST /pages/:id': savePage,
  'POST /pages/:id/preview': previewPage,
  'POST /pages/:id/rows': changeRows,
};

interface Editing {
  state: FormState;
  preview: Awaited<ReturnType<typeof previewOf>>;
  /** The row of a list that was changed last. */
  row?: string;
}

function pageOf({ api, params }: Visit): Promise<ShownPage> {
  return api.pages.get(params.id!);
}

/** All that the form has. Other parts of the page stay. */
function changeOf(form: URLSearchParams, page: ShownPage) {
  return { ...changeIn(form, page), ...partsIn(form) };
}

async function editor(
  { api, query }: Visit,
  page: ShownPage,
  { state, preview, row }: Editing,
): Promise<Shown> {
  const [brands, choices, check, publication] = await Promise.all([
    ifAllowed(brandChoices(api, state)),
    partChoices(api, state),
    api.pages.check(page.pageId),
    publicationOf(api, page),
  ]);
  const { pages } = words;
  const path = pathOf(page);
  return {
    title: page.name,
    section: 'pages',
    at: path,
    content: (
      <>
        <Heading title={page.name} back={{ href: PAGES_PATH, label: pages.back }}>
          <Live id="page-state" of={[page.pageId]} says={pages.statuses[page.status]}>
            <PageState of={page} />
          </Live>
          <a
            class="button quiet small"
            href={`${FIGURES_PATH}?${new URLSearchParams({ pageId: page.pageId })}`}
          >
            {words.figures.title}
          </a>
          <PageActions of={page} />
        </Heading>
        <Done name={query.get('done')} />
        {page.status === 'archived' ? (
          <p class="notice">{pages.archived}</p>
        ) : (
          <div class="editor">
            <FieldNotes.Provider value={check.findings.map(noteOf)}>
              <Form to={path} state={state} class="card" previewTo={`${path}/preview`}>
                <DefaultButton />
                <ProblemSummary />
                <SeenField of={page} />
                <BasicFields brands={brands} to={`${path}/rows`} />
                <FurtherFields />
                <PageParts state={state} to={`${path}/rows`} choices={choices} row={row} />
                <div class="actions">
                  <button>{pages.save}</button>
                  <button class="quiet" formaction={`${path}/preview`}>
                    {pages.preview}
                  </button>
                </div>
              </Form>
            </FieldNotes.Provider>
            <div class="beside">
              <PageLinks of={page} publication={publication} />
              <Preview of={preview} />
              <PagePicture of={page} />
              <Findings of={check} state={state} />
            </div>
          </div>
        )}
      </>
    ),
  };
}

function PageActions({ of: page }: { of: ShownPage }): VNode {
  const { pages } = words;
  if (page.status !== 'archived')
    return (
      <a class="button quiet small danger" href={`${pathOf(page)}/archive`}>
        {pages.archive}
      </a>
    );
  return (
    <Form to={`${pathOf(page)}/restore`} state={FormState.of()}>
      <button class="small">{pages.restore}</button>
    </Form>
  );
}

async function savePage(visit: Visit): Promise<ScreenAnswer> {
  const { api, form, params } = visit;
  if (searchIn(form) !== undefined) return changeRows(visit);
  const page = await pageOf(visit);
  return submit(visit, {
    act: () => api.pages.update(params.id!, changeOf(form, page), asSeen(form)),
    done: (saved) => ({ next: `${pathOf(saved)}?done=page_saved` }),
    refused: async (state) => {
      const now = await pageOf(visit);
      return editor(visit, now, { state, preview: await previewOf(api, now, {}) });
    },
    fieldOf: partFieldOf,
  });
}

async function previewPage(visit: Visit): Promise<ScreenAnswer> {
  const { api, form } = visit;
  const page = await pageOf(visit);
  return submit(visit, {
    act: () => api.pages.preview(page.pageId, changeOf(form, page)),
    done: ({ url }) => editor(visit, page, { state: FormState.sent(form), preview: { url, isSaved: false } }),
    refused: (state) => editor(visit, page, { state, preview: undefined }),
    fieldOf: partFieldOf,
  });
}

/** Adds, removes or moves a row of a list in the form, or searches for what a field offers. Nothing is saved. */
async function changeRows(visit: Visit): Promise<ScreenAnswer> {
  const { api } = visit;
  const page = await pageOf(visit);
  const { form, row } = withChangedRows(withAddedTopic(visit.form));
  const preview = await previewOfTyped(api, page, changeOf(form, page));
  const state = FormState.sent(form);
  return editor(visit, page, { state, preview, row: row ?? searchIn(visit.form) });
}
