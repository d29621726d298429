/** A mistake in what the modules state about themselves. It stops the start, and its one line says it all. */
export class ModuleFault extends Error {
  override readonly name = 'ModuleFault';
}

export function assertNoneTwice(noun: string, names: readonly string[]): void {
  const twice = names.find((name, index) => names.indexOf(name) !== index);
  if (twice !== undefined) throw new ModuleFault(`The ${noun} ${twice} is stated twice.`);
}
