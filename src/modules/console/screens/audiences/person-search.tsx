import { FoyerError, type Person, type WithDates } from '@foyer/client';
import type { VNode } from 'preact';
import type { Api } from '../../calling/api-caller.js';
import { ProblemSummary, TextField } from '../../parts/fields.js';
import { Form } from '../../parts/form-context.js';
import type { FormState } from '../../parts/form-state.js';
import { Empty } from '../../parts/shown.js';
import { words } from '../../words/english.js';
import { textIn } from '../kit/screen.js';
import { PEOPLE_PATH } from '../people/tabs.js';

export type ShownPerson = WithDates<Person>;

const FIELD = 'person';

/** As many persons as one can choose from. */
const MOST_PERSONS = 20;

const EMAIL = /^[^\s@]+@[^\s@]+$/;

/** Persons who fit the text of the form. A whole e-mail address is in no URL, neither here nor of the API. */
export async function personsIn(api: Api, form: URLSearchParams): Promise<ShownPerson[]> {
  const text = textIn(form, FIELD);
  if (EMAIL.test(text)) return byEmail(api, text);
  return [...(await api.persons.search({ query: text, limit: MOST_PERSONS })).items];
}

async function byEmail(api: Api, email: string): Promise<ShownPerson[]> {
  try {
    return [await api.persons.lookup({ email })];
  } catch (error) {
    if (error instanceof FoyerError && error.status === 404) return [];
    throw error;
  }
}

/** The field that a place in the request is about. */
export function personField(place: string): string | undefined {
  return ['query', '/email'].includes(place) ? FIELD : undefined;
}

interface PersonSearchProps {
  to: string;
  state: FormState;
  /** Undefined before the first search. */
  found: readonly ShownPerson[] | undefined;
  hrefOf: (person: ShownPerson) => string;
}

/** Asks for a person, and shows those who fit as links. */
export function PersonSearch({ to, state, found, hrefOf }: PersonSearchProps): VNode {
  const { audiences } = words;
  return (
    <>
      <Form to={to} state={state} class="card">
        <ProblemSummary />
        <TextField name={FIELD} label={audiences.personField} hint={audiences.personHint} type="search" />
        <div class="actions">
          <button>{audiences.findPerson}</button>
        </div>
      </Form>
      {found && (
        <section aria-labelledby="found">
          <h2 id="found" class={found.length === 0 ? 'unseen' : undefined}>
            {audiences.personsFound(found.length)}
          </h2>
          {found.length === 0 ? (
            <Empty title={audiences.noPerson}>
              <p>{audiences.noPersonAbout}</p>
              <p>
                <a class="button" href={`${PEOPLE_PATH}/new`}>
                  {audiences.newPerson}
                </a>
              </p>
            </Empty>
          ) : (
            <ul class="rows">
              {found.map((person) => (
                <PersonRow key={person.personId} of={person} href={hrefOf(person)} />
              ))}
            </ul>
          )}
          {found.length === MOST_PERSONS && <p class="hint">{audiences.morePersons}</p>}
        </section>
      )}
    </>
  );
}

function PersonRow({ of: { name, email, domain }, href }: { of: ShownPerson; href: string }): VNode {
  return (
    <li class="row">
      <div class="what">
        <h2>
          <a href={href} dir="auto">
            {name}
          </a>
        </h2>
        <p class="meta">
          {email !== null && <span>{email}</span>}
          {domain !== null && <span>{domain}</span>}
        </p>
      </div>
      <a class="button quiet small" href={href}>
        {words.audiences.choose}
        <span class="unseen"> {name}</span>
      </a>
    </li>
  );
}
