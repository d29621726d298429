import { momentOf } from '../../kernel/wire-time.js';
import type { Filter, ListSource } from './list-source.js';

/** The times that a caller may limit a list to, in the form of answers. */
export interface TimeLimits {
  createdAfter?: string;
  createdBefore?: string;
  updatedAfter?: string;
  updatedBefore?: string;
}

/** Filters by time. The earlier bound belongs to the range and the later one does not, so ranges join without a gap. */
const TIME_FILTERS = ['createdAfter', 'createdBefore', 'updatedAfter', 'updatedBefore'] as const;

export const isTimeFilter = (name: string): boolean => (TIME_FILTERS as readonly string[]).includes(name);

/**
 * The orders and filters by time of a table with timestamps and an index for each of the orders. The subselect hides
 * the time from the planner: the index of the order serves all times alike, but the server would estimate few rows for a
 * recent time, and so plan each request anew.
 */
export function byTime(alias: string): Required<Pick<ListSource, 'sorts' | 'filters'>> {
  const [created, updated] = [`${alias}.created_at`, `${alias}.updated_at`];
  return {
    sorts: {
      createdAt: { [created]: 'timestamptz', [`${alias}.id`]: 'uuid' },
      updatedAt: { [updated]: 'timestamptz', [`${alias}.id`]: 'uuid' },
    },
    filters: {
      createdAfter: `${created} >= (select ?::timestamptz)`,
      createdBefore: `${created} < (select ?::timestamptz)`,
      updatedAfter: `${updated} >= (select ?::timestamptz)`,
      updatedBefore: `${updated} < (select ?::timestamptz)`,
    },
  };
}

export function timeFilterOf(limits: TimeLimits): Filter {
  const given = TIME_FILTERS.filter((name) => limits[name] !== undefined);
  return Object.fromEntries(given.map((name) => [name, momentOf(limits[name]!)]));
}
