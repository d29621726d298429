import { atLeast, atMost, lengthOf, textRule } from '../../shared/fields/field-rules.js';
import { field, typeRule, type FieldOptions } from '../../shared/fields/field.js';
import { hostNameOf } from '../../shared/kernel/domain-name.js';
import { linkPathOf } from './link-path.js';

export const MAX_PATH_LENGTH = 2048;

/** The host that browsers ask for, in the one form in which it is kept. */
export function HostName(options: FieldOptions = {}): PropertyDecorator {
  return field(
    options,
    { type: 'string', minLength: 1 },
    [
      typeRule((value) => typeof value === 'string', 'must be a string'),
      textRule(
        'wrong_domain',
        (text) => hostNameOf(text) === text,
        'must be a domain with at least one dot, such as www.example.com',
      ),
    ],
    { parse: normalised(hostNameOf) },
  );
}

/** The path of a link, in the one form in which it is kept. */
export function LinkPath(options: FieldOptions = {}): PropertyDecorator {
  return field(
    options,
    { type: 'string', minLength: 1 },
    [
      typeRule((value) => typeof value === 'string', 'must be a string'),
      textRule('too_short', (text) => text !== '', atLeast(1)),
      textRule(
        'wrong_path',
        (text) => text === '' || lengthOf(text) > MAX_PATH_LENGTH || linkPathOf(text) === text,
        'must be a path without query, fragment and control characters, and with every % followed by UTF-8 in hex',
      ),
      textRule('too_long', (text) => lengthOf(text) <= MAX_PATH_LENGTH, atMost(MAX_PATH_LENGTH)),
    ],
    { parse: normalised(linkPathOf) },
  );
}

/** What can't be normalised stays as it is, for the rules to find. */
function normalised(normalise: (text: string) => string | undefined): (value: unknown) => unknown {
  return (value) => (typeof value === 'string' ? (normalise(value) ?? value) : value);
}
