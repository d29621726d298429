import { searchIn } from '../../parts/choice-search.js';
import { FormState } from '../../parts/form-state.js';
import { DefaultButton } from '../../parts/rows.js';
import { words } from '../../words/english.js';
import { brandChoices } from '../kit/brand-choices.js';
import { formScreen } from '../kit/form-screen.js';
import { ifAllowed, type ScreenAnswer, type Screens, type Shown, type Visit } from '../kit/screen.js';
import { submit } from '../kit/submit-form.js';
import { basicsIn, BasicFields } from './page-fields.js';
import { PAGES_PATH, pathOf } from './shown-page.js';

export const newPageScreens: Screens = {
  'GET /pages/new': (visit) => newPage(visit, FormState.of({ pageType: 'inbound' })),
  'POST /pages/new': createPage,
};

async function newPage({ api }: Visit, state: FormState): Promise<Shown> {
  const { pages } = words;
  const brands = await ifAllowed(brandChoices(api, state));
  return formScreen({
    section: 'pages',
    title: pages.newTitle,
    about: pages.newAbout,
    back: { href: PAGES_PATH, label: pages.back },
    to: `${PAGES_PATH}/new`,
    state,
    button: pages.create,
    content: (
      <>
        <DefaultButton />
        <BasicFields brands={brands} to={`${PAGES_PATH}/new`} />
      </>
    ),
  });
}

async function createPage(visit: Visit): Promise<ScreenAnswer> {
  const { api, form } = visit;
  if (searchIn(form) !== undefined) return newPage(visit, FormState.sent(form));
  const { body, ...basics } = basicsIn(form);
  const parts = { actions: [], actionCardWidgets: [], scripts: [] };
  return submit(visit, {
    act: (options) => api.pages.create({ ...basics, ...parts, ...(body && { body }) }, options),
    done: (page) => ({ next: `${pathOf(page)}?done=page_created` }),
    refused: (state) => newPage(visit, state),
  });
}
