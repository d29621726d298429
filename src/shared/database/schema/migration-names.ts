/**
 * How a migration is named: `Migration`, a running number and what it is about, as in `Migration30000000000001Notes`.
 * All modules share one sequence of numbers, and migrations run in its order, whichever module has them. The names of the
 * first ones have a moment in place of the number. They stay, because databases have recorded them, and the numbers begin
 * after the last of these moments, 20261122000030, with as many digits: so names sort as text as the numbers do
 * (decision 82).
 */
const NAME = /^Migration(\d{14})[A-Z]\w*$/;

export const FIRST_NUMBER = 30_000_000_000_001;

/** The running number of a name, or the moment in its place; of another name none. */
export function migrationNumber(name: string): number | undefined {
  const digits = NAME.exec(name)?.[1];
  return digits === undefined ? undefined : Number(digits);
}

export function nextMigrationNumber(names: readonly string[]): number {
  return Math.max(FIRST_NUMBER - 1, ...names.map((name) => migrationNumber(name) ?? 0)) + 1;
}

export function inOrder<Named extends { name: string }>(migrations: readonly Named[]): Named[] {
  return migrations.toSorted((a, b) => (a.name < b.name ? -1 : 1));
}
