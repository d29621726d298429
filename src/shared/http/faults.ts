import type { ValidationError } from 'class-validator';
import type { Fault } from '../kernel/errors.js';

type Source = 'body' | 'query';

/** Names that class-validator gives its own constraints, as the codes that our answers use. */
const OWN_CODES: Record<string, (from: Source) => { code: string; message: string }> = {
  whitelistValidation: (from) =>
    from === 'body'
      ? { code: 'unknown_property', message: 'is not a known property' }
      : { code: 'unknown_parameter', message: 'is not a known parameter' },
  nestedValidation: () => ({ code: 'wrong_type', message: 'must be an object' }),
  unknownValue: () => ({ code: 'wrong_type', message: 'must be an object' }),
};

export function faultsOf(errors: readonly ValidationError[], from: Source): Fault[] {
  return errors.flatMap((error) => faultsUnder(error, [], from));
}

function faultsUnder(error: ValidationError, above: readonly string[], from: Source): Fault[] {
  const path = [...above, error.property];
  const place = from === 'body' ? { pointer: pointerTo(path) } : { parameter: error.property };
  const own = Object.entries(error.constraints ?? {}).map(([name, text]) => {
    const { code, message } = OWN_CODES[name]?.(from) ?? { code: name, message: text };
    return { ...place, code, message: `${path.join('.')} ${message}.` };
  });
  return [...own, ...(error.children ?? []).flatMap((child) => faultsUnder(child, path, from))];
}

/** RFC 6901. */
export function pointerTo(path: readonly (string | number)[]): string {
  return path.map((step) => `/${String(step).replaceAll('~', '~0').replaceAll('/', '~1')}`).join('');
}
