import type { Type } from '@nestjs/common';
import { ROUTE_ARGS_METADATA } from '@nestjs/common/constants.js';
import { RouteParamtypes } from '@nestjs/common/enums/route-paramtypes.enum.js';

// Metadata of Nest's decorators. Nest does not document them; the spec beside this file checks each part.

const READ = new Set([RouteParamtypes.BODY, RouteParamtypes.QUERY].map(String));

/** The positions of a handler's parameters that have `@Body()` or `@Query()`. */
export function inputPlacesOf(controller: Type<object>, method: string): number[] {
  const sources = (Reflect.getMetadata(ROUTE_ARGS_METADATA, controller, method) ?? {}) as object;
  const places = Object.keys(sources).map((source) => source.split(':') as [kind: string, index: string]);
  return places.filter(([kind]) => READ.has(kind)).map(([, index]) => Number(index));
}
