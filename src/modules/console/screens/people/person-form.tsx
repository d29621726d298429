import type { VNode } from 'preact';
import { SeenField, TextField } from '../../parts/fields.js';
import { FormState } from '../../parts/form-state.js';
import { words } from '../../words/english.js';
import { formScreen } from '../kit/form-screen.js';
import {
  asSeen,
  optionalIn,
  textIn,
  type ScreenAnswer,
  type Screens,
  type Shown,
  type Visit,
} from '../kit/screen.js';
import { submit } from '../kit/submit-form.js';
import { personPath, type ShownPerson } from './persons.js';
import { PEOPLE_PATH } from './tabs.js';

const NEW_PATH = `${PEOPLE_PATH}/new`;

/** Besides the name. Each can be missing. */
const FURTHER = ['email', 'domain', 'phoneNumber', 'linkedinProfileUrl'] as const;

export const personFormScreens: Screens = {
  'GET /people/new': async ({ query }) => creation(FormState.of({ domain: query.get('domain') ?? '' })),
  'POST /people/new': createPerson,
  'GET /people/:id/edit': async ({ api, params }) => {
    const person = await api.persons.get(params.id!);
    return edition(person, FormState.of(valuesOf(person)));
  },
  'POST /people/:id/edit': savePerson,
};

function creation(state: FormState): Shown {
  const { people } = words;
  return formScreen({
    section: 'people',
    title: people.newTitle,
    about: people.newAbout,
    back: { href: PEOPLE_PATH, label: people.back },
    ...{ to: NEW_PATH, state, button: people.create },
    content: <PersonFields />,
  });
}

function edition(person: ShownPerson, state: FormState): Shown {
  const { people } = words;
  const path = personPath(person);
  return formScreen({
    section: 'people',
    title: people.editTitle(person.name),
    back: { href: path, label: person.name },
    ...{ to: `${path}/edit`, state, button: people.save },
    content: (
      <>
        <SeenField of={person} />
        <PersonFields />
      </>
    ),
  });
}

function PersonFields(): VNode {
  const { people } = words;
  return (
    <>
      <TextField name="name" label={people.name} />
      <TextField name="email" label={people.email} hint={people.emailHint} required={false} />
      <TextField name="domain" label={people.domain} hint={people.domainHint} required={false} />
      <TextField name="phoneNumber" label={people.phone} hint={people.phoneHint} required={false} />
      <TextField name="linkedinProfileUrl" label={people.linkedin} type="url" required={false} />
    </>
  );
}

function valuesOf(person: ShownPerson): Record<string, string> {
  const further = FURTHER.map((name): [string, string] => [name, person[name] ?? '']);
  return { name: person.name, ...Object.fromEntries(further) };
}

/** People write numbers with spaces and brackets, as the forms of pages allow. */
function furtherIn(form: URLSearchParams, name: (typeof FURTHER)[number]): string | undefined {
  const value = optionalIn(form, name);
  return name === 'phoneNumber' ? value?.replaceAll(/[\s()./-]/g, '') : value;
}

function createPerson(visit: Visit): Promise<ScreenAnswer> {
  const { api, form } = visit;
  const further = Object.fromEntries(FURTHER.map((name) => [name, furtherIn(form, name)]));
  return submit(visit, {
    act: (options) => api.persons.create({ name: textIn(form, 'name'), ...further }, options),
    done: (person) => ({ next: `${personPath(person)}?done=person_created` }),
    refused: creation,
  });
}

function savePerson(visit: Visit): Promise<ScreenAnswer> {
  const { api, form, params } = visit;
  const further = Object.fromEntries(FURTHER.map((name) => [name, furtherIn(form, name) ?? null]));
  const change = { name: textIn(form, 'name'), ...further };
  return submit(visit, {
    act: () => api.persons.update(params.id!, change, asSeen(form)),
    done: (person) => ({ next: `${personPath(person)}?done=person_saved` }),
    refused: async (state) => edition(await api.persons.get(params.id!), state),
  });
}
