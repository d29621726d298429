import type { Type } from '@nestjs/common';

// Metadata of @nestjs/swagger's decorators. It does not export them; the spec beside this file checks each part.

/** Properties with `@ApiProperty`, of the class and its base classes. */
export function documentedIn({ prototype }: Type<object>): string[] {
  const names = Reflect.getMetadata('swagger/apiModelPropertiesArray', prototype as object) as unknown;
  return ((names ?? []) as string[]).map((name) => name.slice(':'.length));
}

/** The `@ApiProperty` of a property. */
export function documentationOf(
  { prototype }: Type<object>,
  property: string,
): Partial<Record<string, unknown>> {
  return (Reflect.getMetadata('swagger/apiModelProperties', prototype as object, property) ?? {}) as object;
}
