import { MAX_FAULTS } from '../../../shared/fields/faults.js';
import { invalid, type Fault } from '../../../shared/kernel/errors.js';
import { cleaned, DEFAULT_MAX_LENGTH, type FormField } from './form-parts.js';

/** The faults point into the request. */
export function assertFields(fields: readonly FormField[]): void {
  const faults = fields.flatMap((field, at) => faultsOf(field, at, fields));
  if (faults.length > 0) throw invalid(faults.slice(0, MAX_FAULTS));
}

function faultsOf(field: FormField, at: number, fields: readonly FormField[]): Fault[] {
  return RULES.filter(({ isBroken }) => isBroken(field, at, fields)).map(({ place, code, message }) => ({
    ...{ pointer: `/fields/${at}/${place}`, code },
    message: `fields.${at}.${place} ${message(field)}`,
  }));
}

/** The text without invisible characters. */
function seen(text: string): string {
  return cleaned(text.replaceAll(/\p{Cf}/gu, ''));
}

interface FieldRule {
  place: keyof FormField;
  code: string;
  isBroken: (field: FormField, at: number, fields: readonly FormField[]) => boolean;
  message: (field: FormField) => string;
}

const RULES: readonly FieldRule[] = [
  {
    ...{ place: 'name', code: 'duplicate_name' },
    isBroken: ({ name }, at, fields) => fields.findIndex((each) => each.name === name) < at,
    message: ({ name }) => `must be unique; another field is named "${name}".`,
  },
  {
    ...{ place: 'label', code: 'required' },
    isBroken: ({ label }) => seen(label) === '',
    message: () => 'must contain visible text.',
  },
  {
    ...{ place: 'options', code: 'required' },
    isBroken: ({ type, options }) => type === 'choice' && options.length === 0,
    message: () => 'must not be empty for a choice.',
  },
  {
    ...{ place: 'options', code: 'empty_option' },
    isBroken: ({ options }) => options.some((each) => seen(each) === ''),
    message: () => 'must not contain an empty option.',
  },
  {
    ...{ place: 'options', code: 'duplicate_option' },
    isBroken: ({ options }) => new Set(options.map(seen)).size < options.length,
    message: () => 'must not contain duplicate options.',
  },
  {
    ...{ place: 'minLength', code: 'out_of_range' },
    isBroken: ({ minLength = 0, maxLength = DEFAULT_MAX_LENGTH }) => minLength > maxLength,
    message: ({ maxLength = DEFAULT_MAX_LENGTH }) => `must not exceed maxLength, which is ${maxLength}.`,
  },
];
