import { SetMetadata, type CustomDecorator } from '@nestjs/common';

/** Every scope that some operation asks for, once the modules are loaded. */
export const KNOWN_SCOPES = new Set<string>();

const ACCESS = 'foyer:access';

/** Who may call a handler: whoever has a key with this scope, or anyone where it is `public`. */
export function Access(scope: string): CustomDecorator {
  if (scope !== 'public') KNOWN_SCOPES.add(scope);
  return SetMetadata(ACCESS, scope);
}

export function accessOf(handler: object): string | undefined {
  return Reflect.getMetadata(ACCESS, handler) as string | undefined;
}
