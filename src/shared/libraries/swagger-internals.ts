import type { Type } from '@nestjs/common';

// What @nestjs/swagger has noted of its decorators. It does not export that; the spec beside this file checks each part.

/** Properties with `@ApiProperty`, of the class and of those that it extends. */
export function documentedIn({ prototype }: Type<object>): string[] {
  const names = Reflect.getMetadata('swagger/apiModelPropertiesArray', prototype as object) as unknown;
  return ((names ?? []) as string[]).map((name) => name.slice(':'.length));
}

/** What `@ApiProperty` says of a property. */
export function documentationOf(
  { prototype }: Type<object>,
  property: string,
): Partial<Record<string, unknown>> {
  return (Reflect.getMetadata('swagger/apiModelProperties', prototype as object, property) ?? {}) as object;
}
