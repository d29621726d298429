import type { Account, ListSort, Person, PersonList, WithDates } from '@foyer/client';
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
import { PEOPLE_PATH, PeopleTabs } from './tabs.js';

export type ShownPerson = WithDates<Person>;

const PAGE_SIZE = 25;
const FIELDS = ['query', 'domain', 'sort'] as const;
const FILTERS = [...FIELDS, 'accountId'] as const;

type Given = Partial<Record<(typeof FILTERS)[number], string>>;

export const personListScreens: Screens = { 'GET /people': listPersons };

async function listPersons(visit: Visit): Promise<Shown> {
  const { api, query } = visit;
  const given = filtersIn(query, FILTERS);
  const [found, account] = await Promise.all([
    ifAllowed(answerOrForm(query, FIELDS, personsOf(visit, given))),
    given.accountId === undefined ? undefined : ifAllowed(api.accounts.get(given.accountId)),
  ]);
  const { people } = words;
  const isRefused = found instanceof FormState;
  return {
    title: people.title,
    section: 'people',
    status: isRefused ? 400 : 200,
    content: (
      <>
        <Heading title={people.title} about={people.about}>
          <a class="button" href={`${PEOPLE_PATH}/new`}>
            {people.create}
          </a>
        </Heading>
        <PeopleTabs current="persons" />
        {found ? (
          <>
            {(isRefused || found.items.length > 0 || isFiltered(given)) && (
              <Filters given={given} account={account} state={isRefused ? found : FormState.of(given)} />
            )}
            {!isRefused && <Persons found={found} given={given} query={query} />}
          </>
        ) : (
          <p class="notice">{people.noPersons}</p>
        )}
      </>
    ),
  };
}

async function personsOf({ api, query }: Visit, given: Given): Promise<WithDates<PersonList> | FormState> {
  const { query: text, domain, accountId, sort } = given;
  const page = pageIn(query, PAGE_SIZE);
  if (text === undefined)
    return api.persons.list({ ...page, domain, accountId, sort: sort as ListSort | undefined });
  if (domain !== undefined)
    return FormState.sent(query, [{ field: 'domain', message: words.people.searchAlone }]);
  return api.persons.search({ ...page, query: text });
}

interface FiltersProps {
  given: Given;
  /** The account whose persons are shown. */
  account: WithDates<Account> | undefined;
  state: FormState;
}

function Filters({ given, account, state }: FiltersProps): VNode {
  const { people, lists } = words;
  if (given.accountId !== undefined)
    return (
      <p class="notice">
        {people.ofAccount} <strong>{account?.name ?? account?.domain ?? given.accountId}</strong>{' '}
        <a href={PEOPLE_PATH}>{lists.clear}</a>
      </p>
    );
  return (
    <FilterForm to={PEOPLE_PATH} state={state} clearTo={isFiltered(given) ? PEOPLE_PATH : undefined}>
      <TextField name="query" label={people.search} type="search" />
      {(given.query === undefined || given.domain !== undefined) && (
        <>
          <TextField name="domain" label={people.domain} />
          <SelectField name="sort" label={people.sort} choices={Object.entries(people.sorts)} />
        </>
      )}
    </FilterForm>
  );
}

function isFiltered({ query, domain, accountId }: Given): boolean {
  return Boolean(query ?? domain ?? accountId);
}

interface PersonsProps {
  found: WithDates<PersonList>;
  given: Given;
  query: URLSearchParams;
}

function Persons({ found: { items, nextCursor }, given, query }: PersonsProps): VNode {
  return (
    <>
      {items.length === 0 ? <NoPersons isFiltered={isFiltered(given)} /> : <PersonRows of={items} />}
      <ListPages path={PEOPLE_PATH} query={query} nextCursor={nextCursor} />
    </>
  );
}

function NoPersons({ isFiltered }: { isFiltered: boolean }): VNode {
  const { people } = words;
  if (isFiltered)
    return (
      <Empty title={people.noneFound}>
        <p>{people.noneFoundAbout}</p>
      </Empty>
    );
  return (
    <Empty title={people.none}>
      <p>{people.noneAbout}</p>
      <p>
        <a class="button" href={`${PEOPLE_PATH}/new`}>
          {people.create}
        </a>
      </p>
    </Empty>
  );
}

interface PersonRowsProps {
  of: readonly ShownPerson[];
  /** Of the headings of rows: below a heading of their own, they are one level lower. */
  level?: 'h2' | 'h3';
}

export function PersonRows({ of: persons, level = 'h2' }: PersonRowsProps): VNode {
  return (
    <ul class="rows">
      {persons.map((person) => (
        <PersonRow key={person.personId} of={person} level={level} />
      ))}
    </ul>
  );
}

function PersonRow({ of: person, level: Title }: { of: ShownPerson; level: 'h2' | 'h3' }): VNode {
  const { name, email, domain, phoneNumber, createdAt } = person;
  return (
    <li class="row">
      <div class="what">
        <Title>
          <a href={personPath(person)}>
            <bdi>{name}</bdi>
          </a>
        </Title>
        <p class="meta">
          {email && <span>{email}</span>}
          {domain && (
            <a href={`${PEOPLE_PATH}?${new URLSearchParams({ domain })}`}>
              {domain}
              <span class="unseen">: {words.people.persons}</span>
            </a>
          )}
          {phoneNumber && <span>{phoneNumber}</span>}
          <span>
            {words.people.created} <Day at={createdAt} />
          </span>
        </p>
      </div>
    </li>
  );
}

export function personPath({ personId }: Pick<ShownPerson, 'personId'>): string {
  return `${PEOPLE_PATH}/${personId}`;
}
