import type { Account, AccountList, ListSort, WithDates } from '@foyer/client';
import type { VNode } from 'preact';
import { SelectField, TextField } from '../../parts/fields.js';
import { FilterForm } from '../../parts/filter-form.js';
import { FormState } from '../../parts/form-state.js';
import { Day, Empty, Heading, ListPages } from '../../parts/shown.js';
import { words } from '../../words/english.js';
import {
  answerOrForm,
  filtersIn,
  ifAllowed,
  pageIn,
  type Screens,
  type Shown,
  type Visit,
} from '../kit/screen.js';
import { ACCOUNTS_PATH, PeopleTabs } from './tabs.js';

export type ShownAccount = WithDates<Account>;

const PAGE_SIZE = 25;
const FILTERS = ['query', 'sort'] as const;

export const accountListScreens: Screens = { 'GET /people/accounts': listAccounts };

async function listAccounts({ api, query }: Visit): Promise<Shown> {
  const given = filtersIn(query, FILTERS);
  const list = api.accounts.list({
    ...pageIn(query, PAGE_SIZE),
    query: given.query,
    // A search has an order of its own.
    sort: given.query === undefined ? (given.sort as ListSort | undefined) : undefined,
  });
  const found = await ifAllowed(answerOrForm(query, FILTERS, list));
  const { people, accounts } = words;
  const isRefused = found instanceof FormState;
  return {
    title: people.accounts,
    section: 'people',
    status: isRefused ? 400 : 200,
    content: (
      <>
        <Heading title={people.accounts} about={accounts.about}>
          <a class="button" href={`${ACCOUNTS_PATH}/new`}>
            {accounts.create}
          </a>
        </Heading>
        <PeopleTabs current="accounts" />
        {found ? (
          <>
            {(isRefused || found.items.length > 0 || given.query !== undefined) && (
              <Filters hasQuery={given.query !== undefined} state={isRefused ? found : FormState.of(given)} />
            )}
            {!isRefused && <Accounts found={found} isFiltered={given.query !== undefined} query={query} />}
          </>
        ) : (
          <p class="notice">{people.noAccounts}</p>
        )}
      </>
    ),
  };
}

function Filters({ hasQuery, state }: { hasQuery: boolean; state: FormState }): VNode {
  const { accounts, people } = words;
  return (
    <FilterForm to={ACCOUNTS_PATH} state={state} clearTo={hasQuery ? ACCOUNTS_PATH : undefined}>
      <TextField name="query" label={accounts.search} type="search" />
      {!hasQuery && <SelectField name="sort" label={people.sort} choices={Object.entries(people.sorts)} />}
    </FilterForm>
  );
}

interface AccountsProps {
  found: WithDates<AccountList>;
  isFiltered: boolean;
  query: URLSearchParams;
}

function Accounts({ found: { items, nextCursor }, isFiltered, query }: AccountsProps): VNode {
  const { accounts } = words;
  return (
    <>
      {items.length === 0 ? (
        <Empty title={isFiltered ? accounts.noneFound : accounts.none}>
          <p>{isFiltered ? accounts.noneFoundAbout : accounts.noneAbout}</p>
          {!isFiltered && (
            <p>
              <a class="button" href={`${ACCOUNTS_PATH}/new`}>
                {accounts.create}
              </a>
            </p>
          )}
        </Empty>
      ) : (
        <ul class="rows">
          {items.map((account) => (
            <AccountRow key={account.accountId} of={account} />
          ))}
        </ul>
      )}
      <ListPages path={ACCOUNTS_PATH} query={query} nextCursor={nextCursor} />
    </>
  );
}

function AccountRow({ of: account }: { of: ShownAccount }): VNode {
  const { accounts } = words;
  const { name, domain, latestActivityAt, linkedPersons } = account;
  return (
    <li class="row">
      <div class="what">
        <h2>
          <a href={accountPath(account)}>
            <bdi>{accountTitle(account)}</bdi>
          </a>
        </h2>
        <p class="meta">
          {name !== null && <span>{domain}</span>}
          <span>{accounts.personsCount(linkedPersons.length)}</span>
          {latestActivityAt && (
            <span>
              {accounts.latest} <Day at={latestActivityAt} />
            </span>
          )}
        </p>
      </div>
    </li>
  );
}

export function accountTitle({ name, domain }: ShownAccount): string {
  return name ?? domain;
}

export function accountPath({ accountId }: Pick<ShownAccount, 'accountId'>): string {
  return `${ACCOUNTS_PATH}/${accountId}`;
}
