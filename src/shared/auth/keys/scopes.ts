/** All scopes, or reading or writing one area. */
export const SCOPE = /^(\*|[a-z][a-z-]*:(read|write))$/;

export const ALL_SCOPES = '*';

/** Placeholder for all scopes in a schema until the document is created. */
export const SCOPE_NAMES = '<all scopes>';

/** The scope of the operations that create, change and revoke keys. */
export const MANAGES_KEYS = 'keys:write';

/** The scopes that the operations of this service need. */
export class ScopeCatalog {
  constructor(readonly names: readonly string[]) {}

  has(scope: string): boolean {
    return isKnownScope(scope, this.names);
  }
}

export function isKnownScope(scope: string, names: readonly string[]): boolean {
  return scope === ALL_SCOPES || names.includes(scope);
}

/** Those of the scopes that are not a part of the others. */
export function scopesBeyond(scopes: readonly string[], others: readonly string[]): string[] {
  return others.includes(ALL_SCOPES) ? [] : scopes.filter((scope) => !others.includes(scope));
}

/** The scopes that both have. */
export function commonScopes(some: readonly string[], others: readonly string[]): string[] {
  if (some.includes(ALL_SCOPES)) return [...others];
  return others.includes(ALL_SCOPES) ? [...some] : some.filter((scope) => others.includes(scope));
}

export function managesKeys(scopes: readonly string[]): boolean {
  return scopes.includes(ALL_SCOPES) || scopes.includes(MANAGES_KEYS);
}
