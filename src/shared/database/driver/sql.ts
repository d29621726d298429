import type { Lifecycle } from '../../kernel/lifecycle.js';

/** A timestamp as milliseconds, the precision of the API. `extract` would compute in decimals, which is slow. */
export const millis = (column: string): string => `round(date_part('epoch', ${column}) * 1000)`;

/** A change of `status` in SQL: what to set, and for which rows of the table or alias the lifecycle allows it. */
export function statusChange<State extends string>(
  lifecycle: Lifecycle<State>,
  to: State,
  table: string,
): { set: string; where: string } {
  const before = lifecycle.before(to).map((state) => `'${state}'`);
  if (before.length === 0) throw new Error(`No state can become ${to}.`);
  return {
    set: `status = '${to}'`,
    where: before.length === 1 ? `${table}.status = ${before[0]}` : `${table}.status in (${before.join()})`,
  };
}

/**
 * One row by its primary key, for each row of another table. Written as a range with an order, because only the primary
 * key supports both. With `=`, a server that estimates one row for the tenant may use any index that begins with the
 * tenant.
 */
export const byKey = (column: string, value: string) =>
  `${column} between ${value} and ${value} order by ${column} limit 1`;

/**
 * Physical location of a row. A statement that has found rows changes them by location. By id, a server that estimates
 * only a few rows for the tenant would compare all rows of the tenant with all rows found. Only for rows that nobody
 * else moves in between: every writer holds the same lock.
 */
export const ROW_PLACE = 'tableoid as part, ctid as place';
export const atPlace = (table: string, found: string) =>
  `${table}.tableoid = ${found}.part and ${table}.ctid = ${found}.place`;
