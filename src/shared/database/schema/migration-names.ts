/**
 * Name of a migration: `Migration`, a running number and its subject, as in `Migration30000000000001Notes`. All modules
 * share one sequence of numbers, and migrations run in that order, whichever module has them. The first migrations have
 * a timestamp instead of the number. They keep their names, because databases have recorded them. The numbers begin
 * after the last of these timestamps, 20261122000030, and have as many digits, so names sort as text in the same order
 * as the numbers (decision 82).
 */
const NAME = /^Migration(\d{14})[A-Z]\w*$/;

export const FIRST_NUMBER = 30_000_000_000_001;

/** The running number of a name, or the timestamp in its place; undefined for any other name. */
export function migrationNumber(name: string): number | undefined {
  const digits = NAME.exec(name)?.[1];
  return digits === undefined ? undefined : Number(digits);
}

/** `Notes` of `Migration30000000000001Notes`. */
export const subjectOf = (name: string): string => name.replace(/^Migration\d*/, '');

export function nextMigrationNumber(names: readonly string[]): number {
  return Math.max(FIRST_NUMBER - 1, ...names.map((name) => migrationNumber(name) ?? 0)) + 1;
}

export function inOrder<Named extends { name: string }>(migrations: readonly Named[]): Named[] {
  return migrations.toSorted((a, b) => (a.name < b.name ? -1 : 1));
}
