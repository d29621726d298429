import type { Lifecycle } from '../kernel/lifecycle.js';

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
