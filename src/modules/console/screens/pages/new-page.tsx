import { FormState } from '../../parts/form-state.js';
import { words } from '../../words/english.js';
import { formScreen } from '../kit/form-screen.js';
import type { ScreenAnswer, Screens, Shown, Visit } from '../kit/screen.js';
import { submit } from '../kit/submit-form.js';
import { basicsIn, BasicFields, brandChoices } from './page-fields.js';
import { PAGES_PATH, pathOf } from './shown-page.js';

export const newPageScreens: Screens = {
  'GET /pages/new': (visit) => newPage(visit, FormState.of({ pageType: 'inbound' })),
  'POST /pages/new': createPage,
};

async function newPage({ api }: Visit, state: FormState): Promise<Shown> {
  const { pages } = words;
  const brands = await brandChoices(api);
  return formScreen({
    section: 'pages',
    title: pages.newTitle,
    about: pages.newAbout,
    back: { href: PAGES_PATH, label: pages.back },
    to: `${PAGES_PATH}/new`,
    state,
    button: pages.create,
    content: <BasicFields brands={brands} />,
  });
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
