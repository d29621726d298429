import type { Client } from 'pg';
import { MAX_LOOKED_AT, MAX_ROWS, type ListRead } from '../../src/shared/database/lists/list-read.js';
import type { ListSource } from '../../src/shared/database/lists/list-source.js';
import { assertCombinable } from '../../src/shared/database/lists/combinations.js';
import type { ListRequest } from '../../src/shared/database/lists/access-path.js';
import { isTimeFilter } from '../../src/shared/database/lists/time-filters.js';
import type { PreparedRead } from '../../src/shared/database/records/prepared-reads.js';
import { FEW, type PlannedQuery, type Planning } from './plan.js';

/** One way to ask for a list: a page of it, and what it is limited to. */
export interface ListCase extends PlannedQuery {
  about: string;
  page: 'first' | 'later';
  /** Whether it only finds where a page ends. */
  isLookAhead?: true;
  /** Whether its plan has to be kept. */
  isPlannedOnce: boolean;
  plannings: readonly Planning[];
  /** How many rows may be looked at in vain. */
  most: number;
}

const PAGE_SIZE = 21;
/** So many steps of an export are far enough for a later page to be a later one. */
const STEPS_BEFORE = 2;

/** The list in each order, without a filter where it can be had so, and with its filters, on both kinds of page. */
export async function casesOf(client: Client, list: ListRead<object>, tenantId: string): Promise<ListCase[]> {
  const cases: ListCase[] = [];
  for (const asked of waysToAsk(list)) {
    const { filters, sort = 'its own order' } = asked;
    const about = `${list.name}, ${filters.length > 0 ? `by ${filters.join(' and ')}` : 'whole'}, in ${sort}`;
    const values: string[] = [];
    for (const filter of filters) {
      const earlier = filters.slice(0, values.length).map((name, at) => [name, values[at]!] as const);
      values.push(await rareValue(client, list, filter, { tenantId, earlier }));
    }
    const place = await laterPlace(client, list, asked, [tenantId, MAX_ROWS.step, ...values]);
    if (place.length === 0)
      throw new Error(`There is nothing in ${about}, so nothing can be said about its plan.`);
    for (const [page, after] of [['first', []] as const, ['later', place] as const])
      cases.push(...(await casesOfPage(client, list, { about, asked, page, tenantId, values, after })));
  }
  return cases;
}

interface PageToShow {
  about: string;
  asked: ListRequest;
  page: 'first' | 'later';
  tenantId: string;
  values: readonly string[];
  after: readonly unknown[];
}

/** A page whose rows are looked at one by one is two statements: where it ends, and what is on it. */
async function casesOfPage(
  client: Client,
  list: ListRead<object>,
  { about, asked, page, tenantId, values, after }: PageToShow,
): Promise<ListCase[]> {
  const { filters, sort } = asked;
  const isLooked = list.isLookedThrough(asked);
  const others = filters.filter((name) => !isTimeFilter(name));
  // The plan of a later page may depend on its place: behind the last rows there are few.
  const limiting = page === 'first' && !isLooked ? others : filters;
  const isPlannedOnce = limiting.every((name) => list.source.requires?.includes(name));
  const made = (
    read: PreparedRead<object>,
    limit: readonly number[],
    given: readonly string[],
    end: readonly unknown[] = [],
  ): ListCase => ({
    ...{ about: `${about}, ${page} page`, page, isPlannedOnce, ...planningsOf(read) },
    most: isLooked ? MAX_LOOKED_AT + FEW : FEW,
    values: [tenantId, ...limit, ...given, ...after, ...end],
    common: [tenantId, ...limit, ...given.map(commonValue), ...after, ...end],
  });
  if (!isLooked) return [made(list.statement(page, filters, { sort }), [PAGE_SIZE], values)];
  const served = list.served(asked);
  const ahead = made(
    list.lookAhead(page, MAX_LOOKED_AT, { filters: served, sort }),
    [],
    served.map((name) => values[filters.indexOf(name)]!),
  );
  const { rows } = await client.query<{ place: unknown[] }>(ahead.text, ahead.values);
  const end = rows.length === 2 ? rows[0]!.place : [];
  const shown = list.statement(page, filters, { sort, isEnded: end.length > 0 });
  // The look ahead reads so many rows that planning it again costs little, and estimates decide whether that happens.
  return [
    { ...ahead, about: `${ahead.about}, its end`, isLookAhead: true, isPlannedOnce: false },
    // Of so few rows, 10,000 with known values are rightly read in one go.
    {
      ...made(shown, [PAGE_SIZE], values, end),
      plannings: [shown.options.isPlannedAnew ? 'custom' : 'usual'],
    },
  ];
}

async function laterPlace(
  client: Client,
  list: ListRead<object>,
  { filters, sort }: ListRequest,
  given: readonly unknown[],
): Promise<unknown[]> {
  let place: unknown[] = [];
  for (let step = 0; step < STEPS_BEFORE; step++) {
    const { text } = list.statement(step === 0 ? 'first' : 'later', filters, { size: 'step', sort });
    const { rows } = await client.query<{ place: unknown[] }>(text, [...given, ...place]);
    const last = rows.at(-1);
    if (!last) return place;
    place = last.place;
  }
  return place;
}

/** What is planned each time is never carried out with a plan that was made for other values. */
function planningsOf({ text, options }: PreparedRead<object>): Pick<ListCase, 'text' | 'plannings'> {
  return { text, plannings: options.isPlannedAnew ? ['custom'] : ['custom', 'usual'] };
}

/** A text that is searched for can be a short one, which is everywhere. */
function commonValue(value: string): string {
  return value.startsWith('%') ? `${value.slice(0, 4)}%` : value;
}

/** Fewer letters than an index of trigrams needs: the rows are looked at in their order, until a page is full. */
const LOOKED_AT_ONE_BY_ONE = ['substring'];

/**
 * Each filter alone, and each that an index leads to beside each time, in every order that they can be had in. The other
 * combinations differ from these only in what is looked at for each row.
 */
function waysToAsk({ source }: ListRead<object>): ListRequest[] {
  const { filters = {}, requires = [], sorts = {}, indexed = [] } = source;
  const alone = Object.keys(filters).filter((name) => !LOOKED_AT_ONE_BY_ONE.includes(name));
  const within = requires.length === 0 ? [[]] : [[requires[0]!]];
  const free = alone.filter((name) => !requires.includes(name));
  const sets = [
    ...(requires.length === 0 ? [[]] : requires.map((name) => [name])),
    ...free.map((name) => [...within[0]!, name]),
    ...indexed.flatMap((name) => free.filter(isTimeFilter).map((time) => [...within[0]!, name, time])),
  ];
  const orders = [undefined, ...Object.keys(sorts).flatMap((sort) => [sort, `-${sort}`])];
  const ways = orders.flatMap((sort) => sets.map((each): ListRequest => ({ filters: each, sort })));
  return ways.filter((asked) => isCombinable(source, asked));
}

function isCombinable(source: ListSource, asked: ListRequest): boolean {
  try {
    assertCombinable(source, asked);
    return true;
  } catch {
    return false;
  }
}

const COMPARISON = /^([a-z_]+\.[a-z_]+)\s*(=|like|<=|>=|<|>)\s*(?:\?(?:::\w+)?|\(select \?::\w+\))/;

/** What is compared is computed from the row. */
const COMPUTED = /^(\(.+\)) (=) \?$/s;

/** One of a set of ids. */
const ONE_OF = /^([a-z_]+\.[a-z_]+) = any\(\?::uuid\[\]\)$/;

/** The record that is meant is found by something else that is known of it. */
const LOOKUP = /\(select \w+\.id from (.+) where (.+) and (\w+\.\w+) = \?\)/;

/** One that few rows of the list have, among those that the earlier filters leave. */
async function rareValue(
  client: Client,
  list: ListRead<object>,
  filter: string,
  { tenantId, earlier }: { tenantId: string; earlier: readonly (readonly [string, string])[] },
): Promise<string> {
  const { from, alias, where = 'true', checked = 'true', filters } = list.source;
  const text = filters![filter]!;
  const [, table, condition, known] = LOOKUP.exec(text) ?? [];
  if (table) {
    const { rows } = await client.query<{ value: string }>(
      `select ${known}::text as value from ${table} where ${condition} offset 50 limit 1`,
      [tenantId],
    );
    return rows[0]!.value;
  }
  const [, id] = ONE_OF.exec(text) ?? [];
  if (id) {
    const { rows } = await client.query<{ value: string }>(
      `select ${id}::text as value from ${from} where ${alias}.tenant_id = $1 and (${where}) offset 50 limit 5`,
      [tenantId],
    );
    return `{${rows.map(({ value }) => value).join()}}`;
  }
  const pattern = COMPUTED.test(text) ? COMPUTED : COMPARISON;
  const [, column, comparison] = pattern.exec(text) ?? [];
  if (!column) throw new Error(`Can't tell which value to give to ${list.name} by ${filter}.`);
  const { rows } = await client.query<{ value: string }>(
    `select (${column} ${comparison === '<' && !column.endsWith('.id') ? `+ interval '1 second'` : ''})::text as value from ${from}
     where ${alias}.tenant_id = $1 and (${where}) and (${checked}) and (${text.replace(pattern, () => `${column} is not null`)})
       ${earlier.map(([name], at) => `and (${filters![name]!.replaceAll('?', `$${at + 2}`)})`).join(' ')}
     order by ${column} ${comparison!.startsWith('<') ? 'asc' : 'desc'} offset ${earlier.length > 0 ? 0 : 50} limit 1`,
    [tenantId, ...earlier.map(([, value]) => value)],
  );
  const [row] = rows;
  if (!row) throw new Error(`No row of ${list.name} has anything in ${column}.`);
  return comparison === 'like' ? `%${row.value}%` : row.value;
}
