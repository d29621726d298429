import { ProblemSummary } from '../../parts/fields.js';
import { Form } from '../../parts/form-context.js';
import { FormState } from '../../parts/form-state.js';
import { Heading } from '../../parts/shown.js';
import { words } from '../../words/english.js';
import { submit, type ScreenAnswer, type Screens, type Shown, type Visit } from '../kit/screen.js';
import { basicsIn, BasicFields, brandChoices } from './page-fields.js';
import { PAGES_PATH, pathOf } from './shown-page.js';

export const newPageScreens: Screens = {
  'GET /pages/new': (visit) => newPage(visit, FormState.of({ pageType: 'inbound' })),
  'POST /pages/new': createPage,
};

async function newPage({ api }: Visit, state: FormState): Promise<Shown> {
  const { pages, forms } = words;
  const brands = await brandChoices(api, state.value('brandId') || undefined);
  return {
    title: pages.newTitle,
    section: 'pages',
    content: (
      <>
        <Heading
          title={pages.newTitle}
          about={pages.newAbout}
          back={{ href: PAGES_PATH, label: pages.back }}
        />
        <Form to={`${PAGES_PATH}/new`} state={state} class="card">
          <ProblemSummary />
          <BasicFields brands={brands} />
          <div class="actions">
            <button>{pages.create}</button>
            <a class="button quiet" href={PAGES_PATH}>
              {forms.cancel}
            </a>
          </div>
        </Form>
      </>
    ),
  };
}

function createPage(visit: Visit): Promise<ScreenAnswer> {
  const { api, form } = visit;
  const { body, ...basics } = basicsIn(form);
  const parts = { actions: [], actionCardWidgets: [], scripts: [] };
  return submit(visit, {
    act: (options) => api.pages.create({ ...basics, ...parts, ...(body && { body }) }, options),
    done: (page) => ({ next: `${pathOf(page)}?done=page_created` }),
    refused: (state) => newPage(visit, state),
  });
}
