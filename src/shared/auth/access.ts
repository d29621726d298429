import { SetMetadata, type CustomDecorator } from '@nestjs/common';

/** A permission of a key: reading or writing one area. Modules declare their scopes in their `FoyerModule`. */
export type Scope = `${string}:${'read' | 'write'}`;

const ACCESS = 'foyer:access';

/** Who may call a handler: callers whose key has this scope, or anyone if it is `public`. */
export const Access = (scope: Scope | 'public'): CustomDecorator => SetMetadata(ACCESS, scope);

export function accessOf(handler: object): string | undefined {
  return Reflect.getOwnMetadata(ACCESS, handler) as string | undefined;
}
