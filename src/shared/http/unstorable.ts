import type { Fault } from '../kernel/errors.js';
import { pointerTo } from './faults.js';

const DEEPEST = 32;
const MOST_FAULTS = 100;

/**
 * What parses as JSON and still can't be kept: NUL characters and lone surrogates, which PostgreSQL refuses,
 * and nesting that overflows the stack when it is written.
 */
export function unstorable(value: unknown): Fault[] {
  const faults: Fault[] = [];
  visit(value, [], faults);
  return faults;
}

function visit(value: unknown, path: readonly (string | number)[], faults: Fault[]): void {
  if (faults.length >= MOST_FAULTS) return;
  if (typeof value === 'string') return checkText(value, path, faults);
  if (typeof value !== 'object' || value === null) return;
  if (path.length >= DEEPEST) {
    faults.push(fault(path, 'too_deep', `is nested deeper than ${DEEPEST} levels`));
    return;
  }
  for (const [name, inner] of Object.entries(value)) {
    const here = [...path, name];
    checkText(name, here, faults);
    visit(inner, here, faults);
  }
}

function checkText(text: string, path: readonly (string | number)[], faults: Fault[]): void {
  if (text.includes('\0')) faults.push(fault(path, 'nul_character', 'contains a NUL character'));
  if (!text.isWellFormed()) faults.push(fault(path, 'lone_surrogate', 'contains half of a surrogate pair'));
}

function fault(path: readonly (string | number)[], code: string, message: string): Fault {
  return { pointer: pointerTo(path), code, message: `${path.join('.') || 'The body'} ${message}.` };
}
