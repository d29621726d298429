import { DomainError } from '../../kernel/errors.js';
import type { Direction, ListSource, Order } from './list-source.js';
import { isTimeFilter } from './time-orders.js';

/** What a list is asked for: its filters, and `sort`. */
export interface Asked {
  filters: readonly string[];
  sort?: string;
}

/** How the rows of a page are found. */
export interface ListWay {
  order: Order;
  direction: Direction;
  /** The filter whose column the index begins with, after the tenant. */
  lead?: string;
  /** The other filters that the index serves. */
  inside: readonly string[];
  /** The filters that no index serves in this order: rows are looked at one by one, at most `MAX_LOOKED_AT` for a page. */
  looked: readonly string[];
}

/** Rows that a page without a suitable index looks at. It ends there, however few rows have matched. */
export const MAX_LOOKED_AT = 10_000;

/** The way that serves these filters in this order. */
export function wayOf(source: ListSource, { filters, sort }: Asked): ListWay {
  const { order, direction } = orderOf(source, sort);
  const { indexed, unordered = [], requires = [] } = source;
  if (!indexed || filters.some((name) => unordered.includes(name)))
    return { order, direction, inside: filters, looked: [] };
  const leads = isOwnOrder(source, sort) ? filters.filter((name) => indexed.includes(name)) : [];
  const lead = leads.find((name) => source.selective?.includes(name)) ?? leads[0];
  const [first] = Object.keys(order);
  const isInside = (name: string) =>
    requires.includes(name) || source.filters![name]!.startsWith(`${first} `);
  const others = filters.filter((name) => name !== lead);
  return {
    ...{ order, direction, lead },
    inside: others.filter(isInside),
    looked: others.filter((name) => !isInside(name)),
  };
}

function orderOf(source: ListSource, sort: string | undefined): Pick<ListWay, 'order' | 'direction'> {
  if (sort === undefined) return source;
  const order = source.sorts?.[sort.replace(/^-/, '')];
  if (!order) throw new Error(`There is no order ${sort}.`);
  return { order, direction: sort.startsWith('-') ? 'desc' : 'asc' };
}

/** Whether it is the order of the list without `sort`, in either direction. */
function isOwnOrder(source: ListSource, sort: string | undefined): boolean {
  if (sort === undefined) return true;
  return Object.keys(orderOf(source, sort).order).join() === Object.keys(source.order).join();
}

/** Filters of callers that can't be combined with `name`, which is a filter or `sort=…`. */
function excludedBy(source: ListSource, name: string): string[] {
  const { selective = [], unordered = [] } = source;
  if (name.startsWith('sort=')) {
    const isOwn = isOwnOrder(source, name.slice('sort='.length));
    return isOwn ? [...unordered] : [...selective, ...unordered];
  }
  return isTimeFilter(name) ? [...unordered] : [];
}

/** What callers can ask for that something else excludes: filters by time, and values of `sort`. */
function excluding(source: ListSource): string[] {
  const times = Object.keys(source.filters ?? {}).filter(isTimeFilter);
  const sorts = Object.keys(source.sorts ?? {}).flatMap((sort) => [`sort=${sort}`, `sort=-${sort}`]);
  return [...times, ...sorts];
}

/** Refuses filters and orders that no index serves together, and says which can be combined. */
export function assertCombinable(source: ListSource, { filters, sort }: Asked): void {
  const given = [...filters.filter(isTimeFilter), ...(sort === undefined ? [] : [`sort=${sort}`])];
  const faults = given.flatMap((name) => {
    const excluded = excludedBy(source, name);
    const refused = filters.filter((filter) => excluded.includes(filter));
    if (refused.length === 0) return [];
    const allowed = Object.keys(source.filters ?? {}).filter(
      (filter) => !excluded.includes(filter) && filter !== name && !source.requires?.includes(filter),
    );
    const message = `${name} can't be combined with ${refused.join(' and ')}, but with: ${allowed.join(', ')}`;
    return [{ parameter: name.replace(/=.*/, ''), code: 'not_combinable', message }];
  });
  if (faults.length > 0)
    throw new DomainError('invalid', 'validation_failed', `${faults[0]!.message}.`, faults);
}

/** For the docs of an operation: what can't be combined, and what a page looks at. */
export function aboutCombinations(source: ListSource): string {
  const reasons = new Map<string, string[]>();
  for (const name of excluding(source))
    for (const excluded of excludedBy(source, name))
      reasons.set(excluded, [...(reasons.get(excluded) ?? []), `\`${name}\``]);
  const refusals = [...reasons].map(
    ([name, others]) => `\`${name}\` can't be combined with ${others.join(', ')}.`,
  );
  return [...refusals, LOOKED_AT_NOTE].join(' ');
}

const LOOKED_AT_NOTE =
  `If no index serves the filters and the order, a page looks at ${MAX_LOOKED_AT.toLocaleString('en')} records: ` +
  'it can have fewer items than `limit`, or none, while `hasMore` is true.';
