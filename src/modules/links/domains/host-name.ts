import { IsString } from 'class-validator';
import { field, textRule, textTransform, type FieldOptions } from '../../../shared/fields/field.js';
import { hostNameOf } from '../../../shared/kernel/texts/domain-name.js';

/** A host name, normalised. */
export function HostName(options: FieldOptions = {}): PropertyDecorator {
  return field(
    options,
    { type: 'string', minLength: 1 },
    textTransform(hostNameOf),
    IsString(),
    textRule(
      'wrong_domain',
      (text) => hostNameOf(text) === text,
      'must be a domain with at least one dot, such as www.example.com',
    ),
  );
}
