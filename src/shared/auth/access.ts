import { SetMetadata, type CustomDecorator } from '@nestjs/common';

const ACCESS = 'foyer:access';

/** Who may call a handler: whoever has a key with this scope, or anyone where it is `public`. */
export const Access = (scope: string): CustomDecorator => SetMetadata(ACCESS, scope);

export function accessOf(handler: object): string | undefined {
  return Reflect.getMetadata(ACCESS, handler) as string | undefined;
}
