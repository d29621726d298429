import type { Direction, ListSource, Order } from './list-source.js';

/** What a list is asked for: its filters, and `sort`. */
export interface ListRequest {
  filters: readonly string[];
  sort?: string;
}

/** How the rows of a page are found. */
export interface AccessPath {
  order: Order;
  direction: Direction;
  /** The filter whose column the index begins with, after the tenant. */
  lead?: string;
  /** The other filters that the index serves. */
  inside: readonly string[];
  /** The filters that no index serves in this order: rows are looked at one by one, at most `MAX_LOOKED_AT` for a page. */
  looked: readonly string[];
  /** Whether the index of the order serves all filters. */
  isAlongIndex: boolean;
}

/** How these filters are served in this order. */
export function accessPathOf(source: ListSource, { filters, sort }: ListRequest): AccessPath {
  const { order, direction } = orderOf(source, sort);
  const { indexed, unordered = [], requires = [] } = source;
  const isRequired = (name: string) => requires.includes(name);
  if (!indexed || filters.some((name) => unordered.includes(name)))
    return { order, direction, inside: filters, looked: [], isAlongIndex: filters.every(isRequired) };
  const leading = indexedIn(source, sort);
  const leads = filters.filter((name) => leading.includes(name));
  const lead = leads.find((name) => source.selective?.includes(name)) ?? leads[0];
  const [first] = Object.keys(order);
  const isInside = (name: string) => isRequired(name) || source.filters![name]!.startsWith(`${first} `);
  const others = filters.filter((name) => name !== lead);
  const looked = others.filter((name) => !isInside(name));
  const inside = others.filter(isInside);
  return { order, direction, lead, inside, looked, isAlongIndex: looked.length === 0 };
}

function orderOf(source: ListSource, sort: string | undefined): Pick<AccessPath, 'order' | 'direction'> {
  if (sort === undefined) return source;
  const order = source.sorts?.[nameOf(sort)];
  if (!order) throw new Error(`There is no order ${sort}.`);
  return { order, direction: sort.startsWith('-') ? 'desc' : 'asc' };
}

/** The filters with an index in this order. */
function indexedIn(source: ListSource, sort: string | undefined): readonly string[] {
  if (isOwnOrder(source, sort)) return source.indexed ?? [];
  return source.indexedInSort?.[nameOf(sort!)] ?? [];
}

/** The name of an order, without its direction. */
const nameOf = (sort: string): string => sort.replace(/^-/, '');

/** Whether it is the order of the list without `sort`, in either direction. */
export function isOwnOrder(source: ListSource, sort: string | undefined): boolean {
  if (sort === undefined) return true;
  return Object.keys(orderOf(source, sort).order).join() === Object.keys(source.order).join();
}
