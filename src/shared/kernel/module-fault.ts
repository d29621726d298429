/** A mistake in a module's declarations. It aborts the start, and its one-line message is complete. */
export class ModuleFault extends Error {
  override readonly name = 'ModuleFault';
}

export function assertNoneTwice(noun: string, names: readonly string[]): void {
  const twice = names.find((name, index) => names.indexOf(name) !== index);
  if (twice !== undefined) throw new ModuleFault(`The ${noun} ${twice} is declared twice.`);
}
