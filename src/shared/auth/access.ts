import { SetMetadata, type CustomDecorator } from '@nestjs/common';

/** What a key can be given: reading or writing one area. Modules state theirs in their `FoyerModule`. */
export type Scope = `${string}:${'read' | 'write'}`;

const ACCESS = 'foyer:access';

/** Who may call a handler: whoever has a key with this scope, or anyone where it is `public`. */
export const Access = (scope: Scope | 'public'): CustomDecorator => SetMetadata(ACCESS, scope);

export function accessOf(handler: object): string | undefined {
  return Reflect.getOwnMetadata(ACCESS, handler) as string | undefined;
}
