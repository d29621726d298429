import { IsString } from 'class-validator';
import {
  field,
  lengthOf,
  lengthRules,
  textRule,
  textTransform,
  type FieldOptions,
} from '../../shared/fields/field.js';
import { RESERVED_PATHS } from '../../shared/config/site-address.js';
import { isReserved, linkPathOf, MAX_PATH_LENGTH } from './entities/link-path.js';

/** The path of a link, normalised. */
export function LinkPath(options: FieldOptions = {}): PropertyDecorator {
  return field(
    options,
    { type: 'string', minLength: 1 },
    textTransform(linkPathOf),
    IsString(),
    textRule(
      'wrong_path',
      (text) => text === '' || lengthOf(text) > MAX_PATH_LENGTH || linkPathOf(text) === text,
      'must be a path without query, fragment and control characters, and with every % followed by UTF-8 in hex',
    ),
    textRule(
      'reserved_path',
      (text) => !isReserved(text),
      `must be another path: the site reserves ${RESERVED_PATHS.join(', ')}`,
    ),
    ...lengthRules({ min: 1, max: MAX_PATH_LENGTH }),
  );
}
