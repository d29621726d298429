/** The values of fields by name. `URLSearchParams` walks all fields for each look-up: too slow for a form with long lists. */
export class FieldsByName {
  private readonly values = new Map<string, string[]>();

  constructor(fields: Iterable<[string, string]>) {
    for (const [name, value] of fields) {
      const known = this.values.get(name);
      if (known) known.push(value);
      else this.values.set(name, [value]);
    }
  }

  has(name: string): boolean {
    return this.values.has(name);
  }

  /** The first value. */
  get(name: string): string | undefined {
    return this.values.get(name)?.[0];
  }

  getAll(name: string): string[] {
    return this.values.get(name) ?? [];
  }
}
