import { FormState } from '../../parts/form-state.js';
import { words } from '../../words/english.js';
import { formScreen } from '../kit/form-screen.js';
import type { ScreenAnswer, Screens, Shown, Visit } from '../kit/screen.js';
import { submit } from '../kit/submit-form.js';
import { PAGES_PATH, pathOf } from './shown-page.js';

export const changedPageScreens: Screens = {
  'GET /pages/:id/archive': (visit) => archiving(visit, FormState.of()),
  'POST /pages/:id/archive': archive,
  'POST /pages/:id/restore': restore,
};

async function archiving({ api, params }: Visit, state: FormState): Promise<Shown> {
  const page = await api.pages.get(params.id!);
  const { pages } = words;
  return formScreen({
    section: 'pages',
    title: pages.archiveTitle(page.name),
    back: { href: pathOf(page), label: page.name },
    to: `${pathOf(page)}/archive`,
    state,
    button: pages.archiveButton,
    isDestructive: true,
    content: (
      <>
        <p>{pages.archiveAbout}</p>
        {page.audiencesCount > 0 && <p>{pages.archiveAudiences(page.audiencesCount)}</p>}
      </>
    ),
  });
}

function archive(visit: Visit): Promise<ScreenAnswer> {
  const { api, params } = visit;
  return submit(visit, {
    act: (options) => api.pages.archive(params.id!, options),
    done: () => ({ next: `${PAGES_PATH}?done=page_archived` }),
    refused: (state) => archiving(visit, state),
  });
}

function restore(visit: Visit): Promise<ScreenAnswer> {
  const { api, params } = visit;
  return submit(visit, {
    act: (options) => api.pages.restore(params.id!, options),
    done: (page) => ({ next: `${pathOf(page)}?done=page_restored` }),
  });
}
