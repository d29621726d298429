import { MAX_FAULTS } from '../../shared/fields/faults.js';
import { invalid, type Fault } from '../../shared/kernel/errors.js';
import { DEFAULT_MAX_LENGTH, MAX_FIELDS, type FormField } from './form-parts.js';

/** Names are unique, a choice has options, and only texts have bounds. Faults point into the request. */
export function assertFields(fields: readonly FormField[]): void {
  if (fields.length === 0 || fields.length > MAX_FIELDS)
    throw invalid([
      { pointer: '/fields', code: 'wrong_count', message: `fields must have 1 to ${MAX_FIELDS} items.` },
    ]);
  const faults = fields.flatMap((field, at) => faultsOf(field, at, fields));
  if (faults.length > 0) throw invalid(faults.slice(0, MAX_FAULTS));
}

function faultsOf(field: FormField, at: number, fields: readonly FormField[]): Fault[] {
  const { name, type, options, minLength = 0, maxLength = DEFAULT_MAX_LENGTH } = field;
  const hasBounds = field.minLength !== undefined || field.maxLength !== undefined;
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
    ...(type !== 'choice' && options.length > 0
      ? [fault('options', 'not_a_choice', `can only be given for a choice, not for ${type}.`)]
      : []),
    ...(new Set(options).size < options.length
      ? [fault('options', 'duplicate_option', 'must not have the same option twice.')]
      : []),
    ...(type !== 'text' && hasBounds
      ? [fault('maxLength', 'not_a_text', `and minLength can only be given for a text, not for ${type}.`)]
      : []),
    ...(minLength > maxLength
      ? [fault('minLength', 'out_of_range', `must not be above maxLength, which is ${maxLength}.`)]
      : []),
  ];
}
