import type { Type } from '@nestjs/common';
import { TransformationType, type ExposeOptions, type TransformFnParams } from 'class-transformer';
import { defaultMetadataStorage as storage } from 'class-transformer/cjs/storage.js';

// Metadata of class-transformer's decorators. It does not export them; the spec beside this file checks each part.

type TransformFunction = (params: TransformFnParams) => unknown;

type ByClass = ReadonlyMap<Type<object>, ReadonlyMap<string, unknown>>;
const typesByClass = storage['_typeMetadatas'] as ByClass;
const transformsByClass = storage['_transformMetadatas'] as ByClass;

/** The `@Type` of a property. */
export function typeOf(type: Type<object>, property: string) {
  return storage.findTypeMetadata(type, property);
}

/** The `@Expose` of a property. */
export function exposureOf(type: Type<object>, property: string): ExposeOptions | undefined {
  return storage.findExposeMetadata(type, property)?.options;
}

/** The `@Transform` functions that are called when a property is read, in order. */
export function transformsOf(type: Type<object>, property: string): TransformFunction[] {
  return storage
    .findTransformMetadatas(type, property, TransformationType.PLAIN_TO_CLASS)
    .map(({ transformFn }) => transformFn);
}

/** Properties with `@Expose`, of the class and its base classes. */
export function exposedIn(type: Type<object>): string[] {
  return storage.getExposedProperties(type, TransformationType.PLAIN_TO_CLASS);
}

/** Properties with `@Exclude`, of the class and its base classes. */
export function excludedIn(type: Type<object>): string[] {
  return storage.getExcludedProperties(type, TransformationType.PLAIN_TO_CLASS);
}

/** The class itself has `@Exclude`: only properties with `@Expose` are accepted. */
export function isExcluded(type: Type<object>): boolean {
  return storage.getStrategy(type) === 'excludeAll';
}

/** Properties with `@Type` or `@Transform`, of this class only. */
export function transformedIn(type: Type<object>): string[] {
  return [...(typesByClass.get(type)?.keys() ?? []), ...(transformsByClass.get(type)?.keys() ?? [])];
}

/** Whether a property has a `@Transform` in this class itself. */
export function hasOwnTransform(type: Type<object>, property: string): boolean {
  return transformsByClass.get(type)?.has(property) === true;
}
