import type { Rule } from './field.js';
import { typeRule } from './field.js';

export function textRule(code: string, holds: (text: string) => boolean, message: string): Rule {
  return { code, holds: (value) => typeof value !== 'string' || holds(value), message };
}

export function integerRules(min: number, max: number): Rule[] {
  return [rangeRule(min, max), typeRule((value) => Number.isInteger(value), 'must be a whole number')];
}

export function rangeRule(min: number, max: number): Rule {
  const inRange = (value: unknown) => typeof value !== 'number' || (value >= min && value <= max);
  return { code: 'out_of_range', holds: inRange, message: `must be from ${min} to ${max}` };
}

export function isWebAddress(text: string): boolean {
  return URL.canParse(text) && /^https?:\/\/[^/]/i.test(text);
}

// JSON Schema counts characters, JavaScript counts UTF-16 units; they differ for emoji and the like.
export function lengthOf(text: string): number {
  return [...text].length;
}

const characters = (count: number) => `${count} character${count === 1 ? '' : 's'}`;
export const atLeast = (count: number) => `must have at least ${characters(count)}`;
export const atMost = (count: number) => `must have at most ${characters(count)}`;
