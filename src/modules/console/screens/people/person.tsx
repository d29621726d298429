import type { PersonLogList, WithDates } from '@foyer/client';
import type { VNode } from 'preact';
import { FormState } from '../../parts/form-state.js';
import { Done, Heading, ListPages, Moment } from '../../parts/shown.js';
import { words } from '../../words/english.js';
import { accountOf } from '../kit/account-of.js';
import { ifAllowed, pageIn, type ScreenAnswer, type Screens, type Shown, type Visit } from '../kit/screen.js';
import { submit } from '../kit/submit-form.js';
import { accountPath, type ShownAccount } from './accounts.js';
import { EntryForm, entryIn, EntryRow, LOG_PAGE_SIZE, newEntry } from './log-entries.js';
import { pagesFor, PersonAudiences } from './person-audiences.js';
import { MOST_SUBMISSIONS, PersonSubmissions } from './person-submissions.js';
import { PersonVisits, visitsTo } from './person-visits.js';
import { personPath, type ShownPerson } from './persons.js';
import { ACCOUNTS_PATH, PEOPLE_PATH } from './tabs.js';

export const personScreens: Screens = {
  'GET /people/:id': (visit) => showPerson(visit, newEntry()),
  'POST /people/:id/log': addEntry,
};

async function showPerson(visit: Visit, entry: FormState): Promise<Shown> {
  const { api, params, query } = visit;
  const personId = params.id!;
  const [person, log, pages, submissions] = await Promise.all([
    api.persons.get(personId),
    api.persons.logs.list(personId, pageIn(query, LOG_PAGE_SIZE)),
    pagesFor(api, personId),
    ifAllowed(api.formSubmissions.list({ personId, limit: MOST_SUBMISSIONS })),
  ]);
  const [account, visits] = await Promise.all([accountOf(api, person.domain), pages && visitsTo(api, pages)]);
  const path = personPath(person);
  const { people } = words;
  return {
    title: person.name,
    section: 'people',
    content: (
      <>
        <Heading title={person.name} back={{ href: PEOPLE_PATH, label: people.back }}>
          <a class="button quiet small" href={`${path}/edit`}>
            {people.edit}
          </a>
          <a class="button quiet small danger" href={`${path}/erase`}>
            {people.erase}
          </a>
        </Heading>
        <Done name={query.get('done')} />
        <div class="sides">
          <div>
            <Profile of={person} account={account} />
            {pages && <PersonAudiences of={pages} personId={personId} />}
            {visits && <PersonVisits of={visits} />}
            {submissions && <PersonSubmissions of={submissions.items} />}
          </div>
          <div>
            <Log of={log} person={person} entry={entry} query={query} />
          </div>
        </div>
      </>
    ),
  };
}

function Profile({ of: person, account }: { of: ShownPerson; account: ShownAccount | undefined }): VNode {
  const { people } = words;
  const { email, domain, phoneNumber, linkedinProfileUrl, slug, createdAt, updatedAt } = person;
  const facts: [string, VNode | string | null][] = [
    [people.email, email],
    [people.phone, phoneNumber],
    [people.linkedin, linkedinProfileUrl],
    [people.account, domain && <AccountLink domain={domain} account={account} />],
    [people.slug, slug],
    [people.created, <Moment at={createdAt} />],
    [people.changed, <Moment at={updatedAt} />],
  ];
  return (
    <dl class="card profile">
      {facts.map(
        ([name, value]) =>
          value && (
            <div key={name}>
              <dt>{name}</dt>
              <dd>{value}</dd>
            </div>
          ),
      )}
    </dl>
  );
}

function AccountLink({ domain, account }: { domain: string; account: ShownAccount | undefined }): VNode {
  const search = `${ACCOUNTS_PATH}?${new URLSearchParams({ query: domain })}`;
  return <a href={account ? accountPath(account) : search}>{account?.name ?? domain}</a>;
}

interface LogProps {
  of: WithDates<PersonLogList>;
  person: ShownPerson;
  entry: FormState;
  query: URLSearchParams;
}

function Log({ of: { items, nextCursor }, person, entry, query }: LogProps): VNode {
  const { people } = words;
  const path = personPath(person);
  return (
    <section aria-labelledby="log">
      <h2 id="log">{people.log}</h2>
      {items.length === 0 ? (
        <p class="hint">{people.noLog}</p>
      ) : (
        <ol class="rows">
          {items.map((each) => (
            <EntryRow key={each.personLogId} of={each} />
          ))}
        </ol>
      )}
      <ListPages path={path} query={query} nextCursor={nextCursor} />
      <EntryForm to={`${path}/log`} state={entry} />
    </section>
  );
}

async function addEntry(visit: Visit): Promise<ScreenAnswer> {
  const { api, params, form } = visit;
  const personId = params.id!;
  const entry = entryIn(form);
  if (entry instanceof FormState) return { ...(await showPerson(visit, entry)), status: 400 };
  return submit(visit, {
    act: (options) => api.personLogs.create({ ...entry, personId }, options),
    done: () => ({ next: `${personPath({ personId })}?done=entry_added` }),
    refused: (state) => showPerson(visit, state),
  });
}
