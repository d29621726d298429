import type { IdPrefix } from '../../../src/shared/kernel/ids.js';

/** The only form of a time that the contract allows and that names an instant. */
export const WIRE_TIME = /^\+[1-9]\d{1,14}$/;

/** A valid id that no record has. */
export function unknownId(prefix: IdPrefix): string {
  return `${prefix}_01je7nqt00e00800000000zzzz`;
}
