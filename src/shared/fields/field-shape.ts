import type { Type } from '@nestjs/common';
import { ModuleFault } from '../kernel/module-fault.js';
import { exposureOf, typeOf } from '../libraries/class-transformer-internals.js';
import type { Rule } from '../libraries/class-validator-internals.js';
import { codeOf, isAsync, messageOf, nameOf, subjectOf } from './rules.js';

/** Objects of different classes: one of their fields names the class. */
export interface Kinds {
  readonly by: string;
  readonly dtos: ReadonlyMap<unknown, Type<object>>;
}

/** The JSON that a field accepts. */
export interface FieldShape {
  readonly isList: boolean;
  /** The field, or each item of the list: a string, number or boolean; an object of a class; anything. */
  readonly content: 'value' | 'dto' | 'anything';
  readonly dto?: Type<object>;
  /** The dtos by kind. `dto` is that of no kind: such an object is refused. */
  readonly kinds?: Kinds;
  /** With a `@Transform`, the rules describe its result, not what was sent. */
  readonly isTransformed: boolean;
  /** class-transformer must not enter the value. */
  readonly isSealed: boolean;
  /** The message if the shape differs. */
  readonly expected: string;
  readonly expectedOfItems: string;
}

interface Decorated {
  type: Type<object>;
  property: string;
  rules: readonly Rule[];
  isTransformed: boolean;
}

const VALUES: unknown[] = [String, Number, Boolean];
const MADE_OF_VALUES: unknown[] = [String, Number, Date];
const NO_DTO: unknown[] = [Object, Array, Map, Set, Promise, Buffer];

/**
 * Derives the shape of a field from its rules, its `@Type` and its declared type. Refuses unsafe or ambiguous fields.
 */
export function shapeOf(field: Decorated): FieldShape {
  const { rules, isTransformed } = field;
  assertTakeable(field);
  const declared = declaredType(field);
  const made = madeType(field);
  const isList = declared === Array || rules.some((rule) => rule.each || subjectOf(rule) === 'list');
  const content = contentOf(field, isList, declared, made);
  const dto = content === 'dto' ? made : undefined;
  const kinds = dto && kindsOf(field);
  assertMade(field, declared, content, made);
  const isSealed = content === 'anything' || (!dto && isTransformed) || (isList && !made);
  const expectedOfItems = dto ? 'must be an object' : typeMessageOf(rules, isList);
  const expectedOfList =
    expectedOfItems === 'must be a string' ? 'must be an array of strings' : 'must be an array';
  const expected = isList ? expectedOfList : expectedOfItems;
  return { isList, content, dto, kinds, isTransformed, isSealed, expected, expectedOfItems };
}

function typeMessageOf(rules: readonly Rule[], each: boolean): string {
  const rule = rules.find((rule) => Boolean(rule.each) === each && codeOf(nameOf(rule)) === 'wrong_type');
  return (rule && messageOf(rule)) ?? 'must be a single value';
}

function contentOf(field: Decorated, isList: boolean, declared: unknown, made: Type<object> | undefined) {
  const { rules, isTransformed } = field;
  const subjects = (each: boolean) => rules.filter((rule) => Boolean(rule.each) === each).map(subjectOf);
  const whole = subjects(false);
  if (isList && (whole.includes('value') || whole.includes('object')))
    refuse(field, 'it is a list, but has a rule for a single value: add { each: true } to the rule');
  const told = isList ? [...subjects(true), ...whole.filter((subject) => subject !== 'list')] : whole;
  const isNested = told.includes('dto');
  if (isNested && (!made || MADE_OF_VALUES.includes(made)))
    refuse(field, '@ValidateNested() needs @Type() to name the class');
  if (made && !MADE_OF_VALUES.includes(made) && !isNested)
    refuse(field, `@Type(() => ${made.name}) needs @ValidateNested(), otherwise nothing inside is validated`);
  const isValue = told.includes('value') || MADE_OF_VALUES.includes(made);
  const isAnything = told.includes('list') || (told.includes('object') && !isNested);
  if (Number(isNested) + Number(isValue) + Number(isAnything) > 1)
    refuse(field, 'its decorators contradict each other: it must be a value, an object or a list');
  if (isNested) return 'dto';
  if (isValue) return 'value';
  if (isAnything || told.includes('anything')) return 'anything';
  if (!isList && VALUES.includes(declared)) return 'value';
  if (isTransformed) return 'anything';
  return refuse(
    field,
    `the type of ${isList ? 'its items' : 'the field'} is unknown: add a rule, or @Allow()`,
  );
}

/** JSON has only the simple types: a declared class that nothing creates would be wrong. */
function assertMade(field: Decorated, declared: unknown, content: string, made: unknown): void {
  if (declared === Map || declared === Set)
    refuse(field, `a ${(declared as Type).name} can't be read; use an array or an object`);
  if (made || field.isTransformed || [undefined, Object, Array, ...VALUES].includes(declared)) return;
  if (content === 'anything' && field.rules.some((rule) => rule.name === 'isInstance')) return;
  refuse(field, `it is declared as ${(declared as Type).name}, which needs @Type() to be created`);
}

function assertTakeable(field: Decorated): void {
  const { type, property, rules } = field;
  if (property in (type.prototype as object))
    refuse(field, 'a method, an accessor or every object already has that name');
  if (rules.length === 0) refuse(field, 'it has no rule of class-validator; add one, or @Allow()');
  if (rules.some(isAsync))
    refuse(field, 'one of its rules is asynchronous; such checks belong in the service');
  if (exposureOf(type, property)?.groups) refuse(field, '@Expose() with groups would never read it');
}

function declaredType({ type, property }: Decorated): unknown {
  return Reflect.getMetadata('design:type', type.prototype as object, property);
}

/** The class that `@Type` names: always the same one, whatever is sent. */
function madeType(field: Decorated): Type<object> | undefined {
  const noted = typeOf(field.type, field.property);
  if (!noted) return undefined;
  const { typeFunction } = noted;
  if (typeFunction.length > 0)
    refuse(field, '@Type() must name one class; to choose one by the input, add a discriminator');
  const made = typeFunction() as unknown;
  if (made === Boolean)
    refuse(field, '@Type(() => Boolean) turns every text into true, even "false"; use @Transform()');
  if (typeof made !== 'function' || NO_DTO.includes(made))
    refuse(field, '@Type() must name a class of your own, String, Number or Date');
  return made as Type<object>;
}

function kindsOf(field: Decorated): Kinds | undefined {
  const { discriminator, keepDiscriminatorProperty } = typeOf(field.type, field.property).options;
  if (!discriminator) return undefined;
  if (!keepDiscriminatorProperty)
    refuse(field, '@Type() with a discriminator needs keepDiscriminatorProperty, or the kind would be lost');
  const dtos = discriminator.subTypes.map(({ name, value }) => [name, value as Type<object>] as const);
  return { by: discriminator.property, dtos: new Map(dtos) };
}

export function refuse({ type, property }: Pick<Decorated, 'type' | 'property'>, why: string): never {
  throw new ModuleFault(`${type.name}.${property}: ${why}.`);
}
