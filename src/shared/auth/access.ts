import { SetMetadata, type CustomDecorator } from '@nestjs/common';

/** A permission of a key: reading or writing one area. Modules declare their scopes in their `FoyerModule`. */
export type Scope = `${string}:${'read' | 'write'}`;

/** For operations on the key itself: any valid key may call them. */
export const ANY_KEY = 'any key';

/** Who may call a handler: callers whose key has this scope, callers with any key, or anyone. */
export type AccessRule = Scope | typeof ANY_KEY | 'public';

const ACCESS = 'foyer:access';

export const Access = (rule: AccessRule): CustomDecorator => SetMetadata(ACCESS, rule);

const LIVE = 'foyer:live';

/** For a handler whose answer stays open. It takes no turn, because it would not give it back. */
export const Live = (isLive: boolean): CustomDecorator => SetMetadata(LIVE, isLive);

export function isLive(handler: object): boolean {
  return Reflect.getOwnMetadata(LIVE, handler) === true;
}

export function accessOf(handler: object): string | undefined {
  return Reflect.getOwnMetadata(ACCESS, handler) as string | undefined;
}
