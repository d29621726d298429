const SKIPPED = ['__proto__', 'constructor'];

/** class-transformer passes over these names in silence; where a dto stands they are unknown like any other. */
export function skippedNames(plain: object, input: object, path: readonly string[] = []): string[][] {
  const own = isDto(input) ? SKIPPED.filter((name) => Object.hasOwn(plain, name)) : [];
  const below = Object.entries(input).flatMap(([name, inner]: [string, unknown]) =>
    isObject(inner) ? skippedNames((plain as Record<string, object>)[name]!, inner, [...path, name]) : [],
  );
  return [...own.map((name) => [...path, name]), ...below];
}

function isDto(value: object): boolean {
  return Object.getPrototypeOf(value) !== Object.prototype && !Array.isArray(value);
}

function isObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null;
}
