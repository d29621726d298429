import type { ValidationError } from 'class-validator';
import type { Fault } from '../kernel/errors.js';

type Source = 'body' | 'query';

/** Names that class-validator gives its own constraints, as the codes that our answers use. */
const OWN_CODES: Record<string, { code: string; message: string }> = {
  nestedValidation: { code: 'wrong_type', message: 'must be an object' },
  unknownValue: { code: 'wrong_type', message: 'must be an object' },
};

export function faultsOf(errors: readonly ValidationError[], from: Source): Fault[] {
  return errors.flatMap((error) => faultsUnder(error, [], from));
}

export function unknownName(path: readonly string[], from: Source): Fault {
  return from === 'body'
    ? fault(path, from, 'unknown_property', 'is not a known property')
    : fault(path, from, 'unknown_parameter', 'is not a known parameter');
}

function faultsUnder(error: ValidationError, above: readonly string[], from: Source): Fault[] {
  const path = [...above, error.property];
  const own = Object.entries(error.constraints ?? {}).map(([name, text]) => {
    if (name === 'whitelistValidation') return unknownName(path, from);
    const { code, message } = OWN_CODES[name] ?? { code: name, message: text };
    return fault(path, from, code, message);
  });
  return [...own, ...(error.children ?? []).flatMap((child) => faultsUnder(child, path, from))];
}

function fault(path: readonly string[], from: Source, code: string, message: string): Fault {
  const place = from === 'body' ? { pointer: pointerTo(path) } : { parameter: path.join('.') };
  return { ...place, code, message: `${path.join('.')} ${message}.` };
}

/** RFC 6901. */
export function pointerTo(path: readonly (string | number)[]): string {
  return path.map((step) => `/${String(step).replaceAll('~', '~0').replaceAll('/', '~1')}`).join('');
}
