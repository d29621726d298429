import { MAX_FAULTS } from '../../shared/fields/faults.js';
import { invalid, type Fault } from '../../shared/kernel/errors.js';
import { DEFAULT_MAX_LENGTH, type FormField } from './form-parts.js';

/** Names are unique, a choice has options, and what a text asks for is possible. Faults point into the request. */
export function assertFields(fields: readonly FormField[]): void {
  const faults = fields.flatMap((field, at) => faultsOf(field, at, fields));
  if (faults.length > 0) throw invalid(faults.slice(0, MAX_FAULTS));
}

function faultsOf(field: FormField, at: number, fields: readonly FormField[]): Fault[] {
  const { name, type, options, minLength = 0, maxLength = DEFAULT_MAX_LENGTH } = field;
  const fault = (place: string, code: string, message: string) => ({
    ...{ pointer: `/fields/${at}/${place}`, code },
    message: `fields[${at}].${place} ${message}`,
  });
  return [
    ...(fields.findIndex((each) => each.name === name) < at
      ? [fault('name', 'duplicate_name', `is the name of another field, "${name}".`)]
      : []),
    ...(type === 'choice' && options.length === 0
      ? [fault('options', 'required', 'is required: what can be chosen.')]
      : []),
    ...(minLength > maxLength
      ? [fault('minLength', 'out_of_range', `must not be above maxLength, which is ${maxLength}.`)]
      : []),
  ];
}
