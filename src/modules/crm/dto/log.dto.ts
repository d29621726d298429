import type { FieldOptions } from '../../../shared/fields/field.js';
import { FreeObject, Text } from '../../../shared/fields/fields.js';
import { DEFAULT_TYPE } from '../entities/log.entity.js';

const KEBAB_CASE = /^[a-z0-9]+(-[a-z0-9]+)*$/;

const SOURCE = { about: 'The source of the entry.', example: 'website' };
const TYPE = { about: 'The kind of entry.', example: 'form-submitted' };
const PAYLOAD = { about: 'Any object; it is returned as it was sent.', example: { form: 'contact' } };

/** Lower-case words with hyphens between them. */
export function KebabCase(options: FieldOptions = {}): PropertyDecorator {
  return Text({ min: 1, max: 100, pattern: KEBAB_CASE, ...options });
}

/** An account or person has one entry per key. */
export function IdempotencyKey(options: FieldOptions = {}): PropertyDecorator {
  return Text({ min: 1, max: 255, nullable: true, ...options });
}

/** The input of a log entry of an account or a person. */
export class LogContent {
  @KebabCase(SOURCE)
  source!: string;

  @KebabCase({
    ...TYPE,
    optional: true,
    about: `The kind of entry; \`${DEFAULT_TYPE}\` if not given.`,
  })
  type?: string;

  @FreeObject({ ...PAYLOAD, optional: true })
  payload?: object;
}

/** The view of a log entry of an account or a person. */
export class LogContentView {
  @KebabCase(SOURCE)
  source!: string;

  @KebabCase(TYPE)
  type!: string;

  @FreeObject(PAYLOAD)
  payload!: object;
}
