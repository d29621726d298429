import type { DeletedPerson, WithDates } from '@foyer/client';
import type { VNode } from 'preact';
import { SeenField, TextField } from '../../parts/fields.js';
import { FormState } from '../../parts/form-state.js';
import { Heading } from '../../parts/shown.js';
import { words } from '../../words/english.js';
import { formScreen } from '../kit/form-screen.js';
import { numberText } from '../kit/numbers.js';
import {
  asSeen,
  ifAllowed,
  optionalIn,
  type ScreenAnswer,
  type Screens,
  type Shown,
  type Visit,
} from '../kit/screen.js';
import { submit } from '../kit/submit-form.js';
import { pagesFor, type PagesFor } from './person-audiences.js';
import { personPath, type ShownPerson } from './persons.js';
import { PEOPLE_PATH } from './tabs.js';

/** The field that confirms that records of others are changed, too. */
const MENTIONS_FIELD = 'maxMentions';
const TOO_MANY = 'too_many_mentions';

export const erasureScreens: Screens = {
  'GET /people/:id/erase': (visit) => confirmation(visit, FormState.of()),
  'POST /people/:id/erase': erase,
};

/** How much there is of what is erased. Null is more than is counted; undefined is what the key may not see. */
interface Counts {
  logs: number | null;
  submissions: number | null | undefined;
}

async function confirmation({ api, params }: Visit, state: FormState): Promise<Shown> {
  const personId = params.id!;
  const [person, logs, pages, submissions] = await Promise.all([
    api.persons.get(personId),
    api.persons.logs.list(personId, { limit: 1 }),
    pagesFor(api, personId),
    ifAllowed(api.formSubmissions.list({ personId, limit: 1 })),
  ]);
  const { people } = words;
  const path = personPath(person);
  return formScreen({
    section: 'people',
    title: people.eraseTitle(person.name),
    about: people.eraseAbout,
    back: { href: path, label: person.name },
    ...{ to: `${path}/erase`, state, button: people.eraseButton(person.name), isDestructive: true },
    content: (
      <>
        <SeenField of={person} />
        <Whom person={person} />
        <Destroyed logs={logs.totalCount} submissions={submissions?.totalCount} />
        <Kept pages={pages} />
        {state.problemsOf(MENTIONS_FIELD).length > 0 && (
          <TextField
            name={MENTIONS_FIELD}
            label={people.mostMentions}
            hint={people.mostMentionsHint}
            type="number"
          />
        )}
      </>
    ),
  });
}

/** By what the person is told apart from others of the same name. */
function Whom({ person: { name, email, phoneNumber, linkedinProfileUrl } }: { person: ShownPerson }): VNode {
  const known = [email, phoneNumber, linkedinProfileUrl].filter((each) => each !== null);
  return (
    <p>
      <strong>{name}</strong>
      {known.map((each) => (
        <span key={each}>
          <br />
          {each}
        </span>
      ))}
    </p>
  );
}

function Destroyed({ logs, submissions }: Counts): VNode {
  const { people } = words;
  return (
    <div>
      <h2>{people.eraseGone}</h2>
      <ul class="bullets">
        <li>{people.erasePerson(people.eraseLogs(logs))}</li>
        <li>{people.eraseSubmissions(submissions)}</li>
        {people.eraseRest.map((each) => (
          <li key={each}>{each}</li>
        ))}
      </ul>
    </div>
  );
}

function Kept({ pages }: { pages: PagesFor | undefined }): VNode {
  const { people } = words;
  const shown = pages?.pages ?? [];
  return (
    <div>
      <h2>{people.eraseStays}</h2>
      <ul class="bullets">
        {shown.length > 0 && (
          <li>
            {people.eraseAudiences}{' '}
            {shown.map(({ pageName, audience }, at) => (
              <>
                {at > 0 && ', '}
                <bdi>{pageName ?? audience.effectiveName}</bdi>
              </>
            ))}
            .{pages?.hasMore && people.eraseMoreAudiences}
          </li>
        )}
        {people.eraseStaysRest.map((each) => (
          <li key={each}>{each}</li>
        ))}
      </ul>
    </div>
  );
}

function erase(visit: Visit): Promise<ScreenAnswer> {
  const { api, params, form } = visit;
  const most = optionalIn(form, MENTIONS_FIELD);
  return submit(visit, {
    act: () => {
      const maxMentions = most === undefined ? undefined : Number(most);
      return api.persons.delete(params.id!, { erase: true, maxMentions }, asSeen(form));
    },
    done: erased,
    refused: (state) => confirmation(visit, state),
    fieldOf: (place) => ([TOO_MANY, MENTIONS_FIELD].includes(place) ? MENTIONS_FIELD : undefined),
  });
}

function erased({ name, erased }: WithDates<DeletedPerson>): Shown {
  const { people } = words;
  const { linkPathsWithName = [], isContinued = false } = erased ?? {};
  return {
    title: people.erasedTitle,
    section: 'people',
    content: (
      <>
        <Heading
          title={people.erasedTitle}
          about={people.erasedAbout(name)}
          back={{ href: PEOPLE_PATH, label: people.back }}
        />
        {isContinued && <p class="notice">{people.erasedContinued}</p>}
        {linkPathsWithName.length > 0 && (
          <div class="notice">
            <h2>{people.erasedLinks}</h2>
            <p>{people.erasedLinksAbout}</p>
            <ul>
              {linkPathsWithName.map(({ pageLinkId, path }) => (
                <li key={pageLinkId}>
                  <code>{path}</code>
                </li>
              ))}
            </ul>
          </div>
        )}
        <dl class="card profile">
          {ERASED.map((kind) => (
            <div key={kind}>
              <dt>{people.erasedCounts[kind]}</dt>
              <dd>{numberText(erased?.[kind] ?? 0)}</dd>
            </div>
          ))}
        </dl>
      </>
    ),
  };
}

const ERASED = Object.keys(words.people.erasedCounts) as (keyof typeof words.people.erasedCounts)[];
