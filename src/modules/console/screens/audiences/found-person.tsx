import { FormState } from '../../parts/form-state.js';
import { Heading } from '../../parts/shown.js';
import { words } from '../../words/english.js';
import type { ScreenAnswer, Screens, Shown, Visit } from '../kit/screen.js';
import { submit } from '../kit/submit-form.js';
import { personField, PersonSearch, personsIn, type ShownPerson } from './person-search.js';
import { AUDIENCES_PATH } from '../kit/shown-audience.js';

const PATH = `${AUDIENCES_PATH}/person`;

/** Leads to the audiences of one person. */
export const foundPersonScreens: Screens = {
  'GET /audiences/person': () => Promise.resolve(search(FormState.of())),
  'POST /audiences/person': find,
};

function search(state: FormState, found?: readonly ShownPerson[]): Shown {
  const { audiences } = words;
  return {
    title: audiences.byPerson,
    section: 'audiences',
    content: (
      <>
        <Heading title={audiences.byPerson} back={{ href: AUDIENCES_PATH, label: audiences.back }} />
        <PersonSearch
          to={PATH}
          state={state}
          found={found}
          hrefOf={({ personId }) => `${AUDIENCES_PATH}?personId=${personId}`}
        />
      </>
    ),
  };
}

function find(visit: Visit): Promise<ScreenAnswer> {
  const { api, form } = visit;
  return submit(visit, {
    act: () => personsIn(api, form),
    done: (found) => search(FormState.sent(form), found),
    refused: (state) => search(state),
    fieldOf: personField,
  });
}
