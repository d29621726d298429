import type { ActivityList, WithDates } from '@foyer/client';
import type { VNode } from 'preact';
import { FormState } from '../../parts/form-state.js';
import { Done, Heading, ListPages } from '../../parts/shown.js';
import { words } from '../../words/english.js';
import { pageIn, type ScreenAnswer, type Screens, type Shown, type Visit } from '../kit/screen.js';
import { submit } from '../kit/submit-form.js';
import { accountPath, accountTitle, type ShownAccount } from './accounts.js';
import { EntryForm, entryIn, EntryRow, LOG_PAGE_SIZE, newEntry } from './log-entries.js';
import { personPath, PersonRows } from './persons.js';
import { ACCOUNTS_PATH, PEOPLE_PATH } from './tabs.js';

/** Of the persons that come with an account. */
const SHOWN_PERSONS = 20;

export const accountScreens: Screens = {
  'GET /people/accounts/:id': (visit) => showAccount(visit, newEntry()),
  'POST /people/accounts/:id/log': addEntry,
};

async function showAccount({ api, params, query }: Visit, entry: FormState): Promise<Shown> {
  const accountId = params.id!;
  const [account, activity] = await Promise.all([
    api.accounts.get(accountId),
    api.accounts.activity.list(accountId, pageIn(query, LOG_PAGE_SIZE)),
  ]);
  const { accounts } = words;
  const title = accountTitle(account);
  return {
    title,
    section: 'people',
    content: (
      <>
        <Heading
          title={title}
          about={account.name === null ? undefined : account.domain}
          back={{ href: ACCOUNTS_PATH, label: accounts.back }}
        >
          <a class="button quiet small" href={`${accountPath(account)}/edit`}>
            {accounts.rename}
          </a>
        </Heading>
        <Done name={query.get('done')} />
        <div class="sides">
          <div>
            <Persons of={account} />
          </div>
          <div>
            <ActivityLog of={activity} account={account} entry={entry} query={query} />
          </div>
        </div>
      </>
    ),
  };
}

function Persons({ of: { accountId, domain, linkedPersons } }: { of: ShownAccount }): VNode {
  const { accounts, people } = words;
  return (
    <section aria-labelledby="persons">
      <h2 id="persons">{accounts.persons}</h2>
      {linkedPersons.length === 0 ? (
        <p class="hint">
          {accounts.noPersons}{' '}
          <a href={`${PEOPLE_PATH}/new?${new URLSearchParams({ domain })}`}>{people.create}</a>
        </p>
      ) : (
        <>
          <PersonRows of={linkedPersons.slice(0, SHOWN_PERSONS)} level="h3" />
          <p class="pages">
            {linkedPersons.length > SHOWN_PERSONS && (
              <a href={`${PEOPLE_PATH}?${new URLSearchParams({ accountId })}`}>{accounts.allPersons}</a>
            )}
            <a href={`${PEOPLE_PATH}/new?${new URLSearchParams({ domain })}`}>{people.create}</a>
          </p>
        </>
      )}
    </section>
  );
}

interface ActivityLogProps {
  of: WithDates<ActivityList>;
  account: ShownAccount;
  entry: FormState;
  query: URLSearchParams;
}

function ActivityLog({ of: { items, nextCursor }, account, entry, query }: ActivityLogProps): VNode {
  const { accounts } = words;
  const path = accountPath(account);
  const names = new Map(account.linkedPersons.map(({ personId, name }) => [personId, name]));
  return (
    <section aria-labelledby="activity">
      <h2 id="activity">{accounts.activity}</h2>
      <p class="hint">{items.length === 0 ? accounts.noActivity : accounts.activityAbout}</p>
      {items.length > 0 && (
        <ol class="rows">
          {items.map((each) => (
            <EntryRow
              key={each.accountLogId ?? each.personLogId}
              of={each}
              whose={
                each.personId && (
                  <a href={personPath({ personId: each.personId })}>
                    {names.get(each.personId) ?? accounts.ofPerson}
                  </a>
                )
              }
            />
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
  const accountId = params.id!;
  const entry = entryIn(form);
  if (entry instanceof FormState) return { ...(await showAccount(visit, entry)), status: 400 };
  return submit(visit, {
    act: (options) => api.accountLogs.create({ ...entry, accountId }, options),
    done: () => ({ next: `${accountPath({ accountId })}?done=entry_added` }),
    refused: (state) => showAccount(visit, state),
  });
}
