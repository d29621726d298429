import type { FieldOptions } from '../../../shared/fields/field.js';
import { FreeObject, Text } from '../../../shared/fields/fields.js';
import { DEFAULT_TYPE } from '../entities/log.entity.js';

const KEBAB_CASE = /^[a-z0-9]+(-[a-z0-9]+)*$/;

const SOURCE = { about: 'Where the entry comes from.', example: 'website' };
const TYPE = { about: 'What kind of entry it is.', example: 'form-submitted' };
const PAYLOAD = { about: 'Any object; it is answered as it was sent.', example: { form: 'contact' } };

/** Lower-case words with hyphens between them. */
export function KebabCase(options: FieldOptions = {}): PropertyDecorator {
  return Text({ min: 1, max: 100, pattern: KEBAB_CASE, ...options });
}

/** One account or person has one entry under a key. */
export function IdempotencyKey(options: FieldOptions = {}): PropertyDecorator {
  return Text({ min: 1, max: 255, nullable: true, ...options });
}

/** What is given for a log entry, whoever it is about. */
export class LogContent {
  @KebabCase(SOURCE)
  source!: string;

  @KebabCase({
    ...TYPE,
    optional: true,
    about: `What kind of entry it is; \`${DEFAULT_TYPE}\` if not given.`,
  })
  type?: string;

  @FreeObject({ ...PAYLOAD, optional: true })
  payload?: object;
}

/** What a log entry shows, whoever it is about. */
export class LogContentView {
  @KebabCase(SOURCE)
  source!: string;

  @KebabCase(TYPE)
  type!: string;

  @FreeObject(PAYLOAD)
  payload!: object;
}
