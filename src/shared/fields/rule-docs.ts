import type { Type } from '@nestjs/common';
import { ApiProperty } from '@nestjs/swagger';
import type { Rule } from '../libraries/class-validator-internals.js';
import { dtosOf, planOf, type FieldPlan } from './dto-plan.js';
import { nameOf } from './rules.js';
import { documentationOf } from '../libraries/swagger-internals.js';

type Facts = Partial<Record<string, unknown>>;

/** class-validator's rules as OpenAPI keywords. */
const FACTS: Readonly<Record<string, (...constraints: never[]) => Facts>> = {
  isString: () => ({ type: 'string' }),
  isInt: () => ({ type: 'integer' }),
  isNumber: () => ({ type: 'number' }),
  isBoolean: () => ({ type: 'boolean' }),
  isObject: () => ({ type: 'object', additionalProperties: true }),
  isEmail: () => ({ type: 'string', format: 'email' }),
  isUrl: () => ({ type: 'string', format: 'uri' }),
  isUuid: () => ({ type: 'string', format: 'uuid' }),
  isDateString: () => ({ type: 'string', format: 'date-time' }),
  isDate: () => ({ type: 'string', format: 'date-time' }),
  minLength: (minLength: number) => ({ minLength }),
  maxLength: (maxLength: number) => ({ maxLength }),
  isLength: (minLength: number, maxLength?: number) => ({ minLength, maxLength }),
  matches: (pattern: RegExp) => ({ pattern: pattern.source }),
  min: (minimum: number) => ({ minimum }),
  max: (maximum: number) => ({ maximum }),
  isIn: (values: unknown[]) => ({ enum: values }),
  isEnum: (_: object, values: unknown[]) => ({ enum: values }),
  arrayNotEmpty: () => ({ minItems: 1 }),
  arrayMinSize: (minItems: number) => ({ minItems }),
  arrayMaxSize: (maxItems: number) => ({ maxItems }),
};

/** Documents the rules of a dto, unless `@ApiProperty` already does. */
export function documentRules(type: Type<object>, seen = new Set<Type<object>>()): void {
  if (seen.has(type)) return;
  seen.add(type);
  for (const field of planOf(type).byName.values()) {
    documentField(type, field);
    for (const dto of dtosOf(field)) documentRules(dto, seen);
  }
}

function documentField(dto: Type<object>, field: FieldPlan): void {
  const said: Facts = documentationOf(dto, field.property);
  // By default Swagger uses the declared type, which does not describe the content of a list or an object.
  const { type, ...rest } = said;
  const known = type === Array || type === Object ? rest : said;
  const facts = Object.entries(factsOf(field)).filter(
    ([name, fact]) => isFact(fact) && known[name] === undefined,
  );
  if (facts.length === 0) return;
  ApiProperty({ ...known, ...Object.fromEntries(facts) })(dto.prototype as object, field.property);
}

function factsOf({ name, property, rules, dto, isList }: FieldPlan): Facts {
  const isOptional = rules.some((rule) => rule.name === 'isOptional');
  return {
    ...factsIn(rules.filter(({ each }) => !each)),
    ...(isList && { type: 'array', items: factsIn(rules.filter(({ each }) => each)) }),
    ...(dto && { type: () => (isList ? [dto] : dto), items: undefined }),
    ...(isOptional && { required: false }),
    ...(name !== property && { name }),
  };
}

function factsIn(rules: readonly Rule[]): Facts {
  const facts = rules.map((rule) => FACTS[nameOf(rule)]?.(...((rule.constraints ?? []) as never[])));
  return Object.assign({}, ...facts) as Facts;
}

/** JSON has no infinite number. */
function isFact(fact: unknown): boolean {
  return fact !== undefined && (typeof fact !== 'number' || Number.isFinite(fact));
}
