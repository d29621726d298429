import { ValidationTypes, type ValidationArguments } from 'class-validator';
import { constraintOf, OWN_RULES, type Rule } from '../libraries/class-validator-internals.js';
import { atLeast, atMost } from './field.js';

interface WireForm {
  /** Part of the interface. */
  code: string;
  message?: (...constraints: never[]) => string;
}

/** The names of class-validator's rules on the wire. Rules that are not listed keep their own names. */
const WIRE_FORMS: Readonly<Record<string, WireForm>> = {
  isString: wrongType('must be a string'),
  isInt: wrongType('must be a whole number'),
  isNumber: wrongType('must be a number'),
  isBoolean: wrongType('must be true or false'),
  isDate: wrongType('must be a date'),
  isObject: wrongType('must be an object'),
  isArray: wrongType('must be an array'),
  isInstance: { code: 'wrong_type', message: (type: { name: string }) => `must be a ${type.name}` },
  nestedValidation: { code: 'wrong_type' },
  isDefined: { code: 'required', message: () => 'must not be null' },
  isNotEmpty: { code: 'required', message: () => 'must not be empty' },
  minLength: { code: 'too_short', message: (min: number) => atLeast(min) },
  maxLength: { code: 'too_long', message: (max: number) => atMost(max) },
  isLength: {
    code: 'wrong_length',
    message: (min: number, max?: number) =>
      max === undefined ? atLeast(min) : `must have from ${min} to ${max} characters`,
  },
  isEmail: { code: 'wrong_email' },
  isUrl: { code: 'wrong_url' },
  matches: { code: 'wrong_pattern', message: (pattern: RegExp) => `must match ${pattern.source}` },
  min: { code: 'out_of_range', message: (min: number) => `must be at least ${min}` },
  max: { code: 'out_of_range', message: (max: number) => `must be at most ${max}` },
  isPositive: { code: 'out_of_range', message: () => 'must be more than 0' },
  isNegative: { code: 'out_of_range', message: () => 'must be less than 0' },
  isIn: { code: 'unknown_value', message: (values: unknown[]) => `must be one of ${values.join(', ')}` },
  isEnum: {
    code: 'unknown_value',
    message: (_: object, values: unknown[]) => `must be one of ${values.join(', ')}`,
  },
  arrayNotEmpty: { code: 'too_few', message: () => 'must not be empty' },
  arrayMinSize: { code: 'too_few', message: (min: number) => `must have at least ${items(min)}` },
  arrayMaxSize: { code: 'too_many', message: (max: number) => `must have at most ${items(max)}` },
};

function items(count: number): string {
  return `${count} item${count === 1 ? '' : 's'}`;
}

function wrongType(message: string): WireForm {
  return { code: 'wrong_type', message: () => message };
}

export function codeOf(name: string): string {
  return WIRE_FORMS[name]?.code ?? name.replaceAll(/(?<=[a-z0-9])(?=[A-Z])/g, '_').toLowerCase();
}

/** Our message for a broken rule of class-validator. */
export function messageOf(rule: Rule): string | undefined {
  return WIRE_FORMS[nameOf(rule)]?.message?.(...((rule.constraints ?? []) as never[]));
}

/** The name under which class-validator reports a broken rule. */
export function nameOf(rule: Rule): string {
  return constraintOf(rule)?.name ?? rule.name ?? rule.type;
}

/** The arguments of a custom rule, besides the value. */
export function argumentsFor(rule: Rule, value: unknown, object: object = {}): ValidationArguments {
  const { constraints, propertyName: property } = rule;
  return { value, constraints, property, object, targetName: object.constructor.name };
}

/** Reading a dto does not wait for such a rule, so it would accept everything. */
export function isAsync(rule: Rule): boolean {
  const constraint = constraintOf(rule);
  if (rule.type === ValidationTypes.PROMISE_VALIDATION || constraint?.async) return true;
  try {
    const answer = constraint?.instance.validate(undefined, argumentsFor(rule, undefined));
    if (!(answer instanceof Promise)) return false;
    answer.catch(() => undefined);
    return true;
  } catch {
    return false;
  }
}

const ABOUT_LISTS = /^(isArray|array[A-Z]\w+)$/;
const ABOUT_OBJECTS = /^(isObject|isNotEmptyObject|isInstance)$/;
const ABOUT_ANY_VALUE = /^(isDefined|isOptional|isEmpty|isNotEmpty|equals|notEquals)$/;

/** What a rule implies about the shape of its field. */
export function subjectOf(rule: Rule): 'value' | 'list' | 'object' | 'dto' | 'anything' | undefined {
  if (rule.type === ValidationTypes.NESTED_VALIDATION) return 'dto';
  if (rule.type === ValidationTypes.WHITELIST) return 'anything';
  const name = nameOf(rule);
  if (ABOUT_LISTS.test(name)) return 'list';
  if (ABOUT_OBJECTS.test(name)) return 'object';
  return OWN_RULES.has(name) && !ABOUT_ANY_VALUE.test(name) ? 'value' : undefined;
}
