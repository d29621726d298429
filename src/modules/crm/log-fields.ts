import { Text } from '../../shared/fields/fields.js';
import type { FieldOptions } from '../../shared/fields/field.js';

const WORDS = /^[a-z0-9]+(-[a-z0-9]+)*$/;

/** What a log entry is without a type. */
export const DEFAULT_TYPE = 'webhook';

/** The source or the type of a log entry: lower-case words with hyphens between them. */
export function Words(options: FieldOptions = {}): PropertyDecorator {
  return Text({ min: 1, max: 100, pattern: WORDS, ...options });
}

export function LogKey(options: FieldOptions = {}): PropertyDecorator {
  return Text({ min: 1, max: 255, nullable: true, ...options });
}

export const SOURCE = { about: 'Where it comes from.', example: 'website' };
export const TYPE = { about: 'What kind of entry it is.', example: 'form-submitted' };
export const PAYLOAD = { about: 'Whatever there is to know of it.', example: { form: 'contact' } };
