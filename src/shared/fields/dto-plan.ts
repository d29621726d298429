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
  /** On the wire. */
  readonly name: string;
  /** In the class. */
  readonly property: string;
  readonly rules: readonly Rule[];
}

/** The fields of a dto, by their names on the wire and in the class. What is not here is not taken. */
export interface DtoPlan {
  readonly byName: ReadonlyMap<string, FieldPlan>;
  readonly byProperty: ReadonlyMap<string, FieldPlan>;
}

const plans = new WeakMap<Type<object>, DtoPlan>();

/** What the decorators of class-validator, class-transformer and Swagger have noted of a dto, put together once. */
export function planOf(type: Type<object>): DtoPlan {
  const known = plans.get(type);
  if (known) return known;
  const fields = propertiesOf(type).map((property) => fieldOf(type, property));
  const plan = { byName: new Map<string, FieldPlan>(), byProperty: new Map<string, FieldPlan>() };
  for (const field of fields) {
    const { name, property } = field;
    if (plan.byName.has(name)) refuse({ type, property }, `another field is called ${name}, too`);
    if (name in Object.prototype) refuse({ type, property }, `every object has something called ${name}`);
    plan.byName.set(name, field);
    plan.byProperty.set(property, field);
  }
  plans.set(type, plan);
  return plan;
}

/** Refuses a dto that can't be read safely, and any that it refers to. */
export function assertReadable(type: Type<object>, seen = new Set<Type<object>>()): void {
  if (seen.has(type)) return;
  seen.add(type);
  for (const { dto } of planOf(type).byName.values()) if (dto) assertReadable(dto, seen);
}

function fieldOf(type: Type<object>, property: string): FieldPlan {
  const rules = rulesOf(type).filter(({ propertyName }) => propertyName === property);
  const isTransformed = transformsOf(type, property).some((transform) => transform !== open);
  const shape = shapeOf({ type, property, rules, isTransformed });
  if (shape.isSealed) openInDto(type, property);
  const name = exposureOf(type, property)?.name ?? property;
  return { name, property, rules, ...shape };
}

/** Whatever has a decorator, but for what class-transformer is told to leave out. */
function propertiesOf(type: Type<object>): string[] {
  const exposed = exposedIn(type);
  const documented = documentedIn(type);
  const validated = rulesOf(type).map(({ propertyName }) => propertyName);
  const transformed = classesOf(type).flatMap(transformedIn);
  const decorated = [...documented, ...validated, ...exposed, ...transformed];
  const taken = new Set(isExcluded(type) ? exposed : decorated);
  for (const property of excludedIn(type)) taken.delete(property);
  const property = documented.find((each) => !taken.has(each));
  if (property) refuse({ type, property }, '@Exclude() keeps it out, yet @ApiProperty() documents it');
  return [...taken];
}

/** The class, and those that it extends. */
function classesOf(type: Type<object>): Type<object>[] {
  const base = Object.getPrototypeOf(type) as Type<object>;
  return base.prototype ? [type, ...classesOf(base)] : [type];
}

/**
 * class-transformer walks through whatever it is given, and fails on an object with a `constructor`. A function it
 * leaves as it is: so what it must not look into goes through it sealed as one, and is opened in the dto.
 */
export function seal(value: unknown): unknown {
  return typeof value === 'object' && value !== null ? () => value : value;
}

function open({ value }: TransformFnParams): unknown {
  return typeof value === 'function' ? (value as () => unknown)() : (value as unknown);
}

/** Before any other transform of the field: the one that was added last to the farthest class comes first. */
function openInDto(type: Type<object>, property: string): void {
  const farthest = classesOf(type).findLast((each) => hasOwnTransform(each, property));
  Transform(open)((farthest ?? type).prototype as object, property);
}
