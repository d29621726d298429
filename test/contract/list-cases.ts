import type { Client } from 'pg';
import { MAX_ROWS, type ListRead } from '../../src/shared/database/lists/list-read.js';
import type { PreparedRead } from '../../src/shared/database/records/prepared-reads.js';
import type { PlannedQuery, Planning } from './plan.js';

/** One way to ask for a list: a page of it, and what it is limited to. */
export interface ListCase extends PlannedQuery {
  about: string;
  page: 'first' | 'later';
  isWhole: boolean;
  plannings: readonly Planning[];
}

const PAGE_SIZE = 21;
/** So many steps of an export are far enough for a later page to be a later one. */
const STEPS_BEFORE = 2;

/** The list without a filter where it can be had so, and with each of its filters, on both kinds of page. */
export async function casesOf(client: Client, list: ListRead<object>, tenantId: string): Promise<ListCase[]> {
  const cases: ListCase[] = [];
  for (const filters of combinationsOf(list)) {
    const about = `${list.name}, ${filters.length > 0 ? `by ${filters.join(' and ')}` : 'whole'}`;
    const values: string[] = [];
    for (const filter of filters) {
      const earlier = filters.slice(0, values.length).map((name, at) => [name, values[at]!] as const);
      values.push(await rareValue(client, list, filter, { tenantId, earlier }));
    }
    const first = list.statement('first', filters);
    const later = list.statement('later', filters);
    const place = await laterPlace(client, list, filters, [tenantId, MAX_ROWS.step, ...values]);
    if (place.length === 0)
      throw new Error(`There is nothing in ${about}, so nothing can be said about its plan.`);
    const given = (each: string[], after: unknown[]) => [tenantId, PAGE_SIZE, ...each, ...after];
    const isWhole = list.isWhole(filters);
    const both = (after: unknown[]) => ({
      isWhole,
      values: given(values, after),
      common: given(values.map(commonValue), after),
    });
    cases.push({ about: `${about}, first page`, page: 'first', ...planningsOf(first), ...both([]) });
    cases.push({ about: `${about}, later page`, page: 'later', ...planningsOf(later), ...both(place) });
  }
  return cases;
}

async function laterPlace(
  client: Client,
  list: ListRead<object>,
  filters: readonly string[],
  given: readonly unknown[],
): Promise<unknown[]> {
  let place: unknown[] = [];
  for (let step = 0; step < STEPS_BEFORE; step++) {
    const { text } = list.statement(step === 0 ? 'first' : 'later', filters, 'step');
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

function combinationsOf({ source: { filters = {}, requires = [] } }: ListRead<object>): string[][] {
  const alone = Object.keys(filters).filter((name) => !LOOKED_AT_ONE_BY_ONE.includes(name));
  if (requires.length === 0) return [[], ...alone.map((name) => [name])];
  return alone.map((name) => (requires.includes(name) ? [name] : [requires[0]!, name]));
}

const COMPARISON = /([a-z_]+\.[a-z_]+)\s*(=|like|<=|>=|<|>)\s*\?(?:::\w+)?/;

/** One that few rows of the list have, among those that the earlier filters leave. */
async function rareValue(
  client: Client,
  list: ListRead<object>,
  filter: string,
  { tenantId, earlier }: { tenantId: string; earlier: readonly (readonly [string, string])[] },
): Promise<string> {
  const { from, alias, where = 'true', filters } = list.source;
  const [, column, comparison] = COMPARISON.exec(filters![filter]!) ?? [];
  if (!column) throw new Error(`Can't tell which value to give to ${list.name} by ${filter}.`);
  const { rows } = await client.query<{ value: string }>(
    `select (${column} ${comparison === '<' ? `+ interval '1 second'` : ''})::text as value from ${from}
     where ${alias}.tenant_id = $1 and (${where}) and (${filters![filter]!.replace(COMPARISON, `${column} is not null`)})
       ${earlier.map(([name], at) => `and (${filters![name]!.replaceAll('?', `$${at + 2}`)})`).join(' ')}
     order by ${column} ${comparison!.startsWith('<') ? 'asc' : 'desc'} offset ${earlier.length > 0 ? 0 : 50} limit 1`,
    [tenantId, ...earlier.map(([, value]) => value)],
  );
  const [row] = rows;
  if (!row) throw new Error(`No row of ${list.name} has anything in ${column}.`);
  return comparison === 'like' ? `%${row.value}%` : row.value;
}
