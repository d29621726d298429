import type { Type } from '@nestjs/common';
import { Transform, type TransformFnParams } from 'class-transformer';
import {
  excludedIn,
  exposedIn,
  exposureOf,
  hasOwnTransform,
  isExcluded,
  transformedIn,
  transformsOf,
} from '../libraries/class-transformer-internals.js';
import { rulesOf, type Rule } from '../libraries/class-validator-internals.js';
import { refuse, shapeOf, type FieldShape } from './field-shape.js';
import { documentedIn } from '../libraries/swagger-internals.js';

/** One field of a dto, as its decorators describe it. */
export interface FieldPlan extends FieldShape {
  /** Name on the wire. */
  readonly name: string;
  /** Name in the class. */
  readonly property: string;
  readonly rules: readonly Rule[];
}

/** The fields of a dto, by their names on the wire and in the class. All other fields are refused. */
export interface DtoPlan {
  readonly byName: ReadonlyMap<string, FieldPlan>;
  readonly byProperty: ReadonlyMap<string, FieldPlan>;
}

const plans = new WeakMap<Type<object>, DtoPlan>();

/** The metadata of a dto from the decorators of class-validator, class-transformer and Swagger, merged once. */
export function planOf(type: Type<object>): DtoPlan {
  const known = plans.get(type);
  if (known) return known;
  const fields = propertiesOf(type).map((property) => fieldOf(type, property));
  const plan = { byName: new Map<string, FieldPlan>(), byProperty: new Map<string, FieldPlan>() };
  for (const field of fields) {
    const { name, property } = field;
    if (plan.byName.has(name)) refuse({ type, property }, `another field is also called ${name}`);
    if (name in Object.prototype) refuse({ type, property }, `every object has a property called ${name}`);
    plan.byName.set(name, field);
    plan.byProperty.set(property, field);
  }
  plans.set(type, plan);
  return plan;
}

/** Refuses a dto that cannot be read safely, and any dto that it refers to. */
export function assertReadable(type: Type<object>, seen = new Set<Type<object>>()): void {
  if (seen.has(type)) return;
  seen.add(type);
  for (const field of planOf(type).byName.values())
    for (const dto of dtosOf(field)) assertReadable(dto, seen);
}

/** All dtos that a field may have. */
export function dtosOf({ dto, kinds }: FieldShape): Type<object>[] {
  return [...(dto ? [dto] : []), ...(kinds?.dtos.values() ?? [])];
}

/** The dto of an object in the field, if it has a known kind or the field has no kinds. */
export function knownDtoOf({ dto, kinds }: FieldShape, value: object): Type<object> | undefined {
  return kinds ? kinds.dtos.get((value as Record<string, unknown>)[kinds.by]) : dto;
}

function fieldOf(type: Type<object>, property: string): FieldPlan {
  const rules = rulesOf(type).filter(({ propertyName }) => propertyName === property);
  const isTransformed = transformsOf(type, property).some((transform) => transform !== open);
  const shape = shapeOf({ type, property, rules, isTransformed });
  if (shape.isSealed) openInDto(type, property);
  const name = exposureOf(type, property)?.name ?? property;
  return { name, property, rules, ...shape };
}

/** All properties with a decorator, except those that class-transformer excludes. */
function propertiesOf(type: Type<object>): string[] {
  const exposed = exposedIn(type);
  const documented = documentedIn(type);
  const validated = rulesOf(type).map(({ propertyName }) => propertyName);
  const transformed = classesOf(type).flatMap(transformedIn);
  const decorated = [...documented, ...validated, ...exposed, ...transformed];
  const taken = new Set(isExcluded(type) ? exposed : decorated);
  for (const property of excludedIn(type)) taken.delete(property);
  const property = documented.find((each) => !taken.has(each));
  if (property) refuse({ type, property }, '@Exclude() excludes it, but @ApiProperty() documents it');
  return [...taken];
}

/** The class and its base classes. */
function classesOf(type: Type<object>): Type<object>[] {
  const base = Object.getPrototypeOf(type) as Type<object>;
  return base.prototype ? [type, ...classesOf(base)] : [type];
}

/**
 * class-transformer walks through every value, and fails on an object with a `constructor`. It leaves functions as
 * they are: so values that it must not enter are sealed in a function, and opened in the dto.
 */
export function seal(value: unknown): unknown {
  return typeof value === 'object' && value !== null ? () => value : value;
}

function open({ value }: TransformFnParams): unknown {
  return typeof value === 'function' ? (value as () => unknown)() : (value as unknown);
}

/**
 * Runs before any other transform of the field: the transform added last to the most distant base class runs first.
 */
function openInDto(type: Type<object>, property: string): void {
  const farthest = classesOf(type).findLast((each) => hasOwnTransform(each, property));
  Transform(open)((farthest ?? type).prototype as object, property);
}
