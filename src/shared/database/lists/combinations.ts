import { DomainError } from '../../kernel/errors.js';
import { MAX_LOOKED_AT } from './list-read.js';
import type { ListSource } from './list-source.js';
import { isOwnOrder, type ListRequest } from './access-path.js';
import { isTimeFilter } from './time-filters.js';

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
export function assertCombinable(source: ListSource, { filters, sort }: ListRequest): void {
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
  `If no index serves the filters and the order, a page looks at up to ${MAX_LOOKED_AT.toLocaleString('en')} records: ` +
  'it can have fewer items than `limit`, or none, while `hasMore` is true.';
