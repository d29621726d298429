import type { Lifecycle } from '../../kernel/lifecycle.js';

/** A moment as the milliseconds that the wire shows. `extract` would count in decimals, which is slow. */
export const millis = (column: string): string => `round(date_part('epoch', ${column}) * 1000)`;

/** A change of `status` in SQL: what to set, and which rows of the table or alias the lifecycle allows it for. */
export function statusChange<State extends string>(
  lifecycle: Lifecycle<State>,
  to: State,
  table: string,
): { set: string; where: string } {
  const before = lifecycle.before(to).map((state) => `'${state}'`);
  if (before.length === 0) throw new Error(`Nothing can become ${to}.`);
  return {
    set: `status = '${to}'`,
    where: before.length === 1 ? `${table}.status = ${before[0]}` : `${table}.status in (${before.join()})`,
  };
}

/**
 * One row by its primary key, for each row of another table. As a range in order, because only the primary key has both:
 * with `=`, any index that begins with the tenant will do for a server that believes the tenant to have one row.
 */
export const byKey = (column: string, value: string) =>
  `${column} between ${value} and ${value} order by ${column} limit 1`;

/**
 * Where a row lies. A statement that has found rows changes them by their places: by their ids, the server would compare
 * all rows of the tenant with all that were found, wherever it believes that the tenant has but a few. Only for
 * rows that nobody else moves meanwhile: whoever changes them holds the same lock.
 */
export const ROW_PLACE = 'tableoid as part, ctid as place';
export const atPlace = (table: string, found: string) =>
  `${table}.tableoid = ${found}.part and ${table}.ctid = ${found}.place`;
