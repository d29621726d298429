import {
  ArrayMaxSize,
  ArrayMinSize,
  getFromContainer,
  IsArray,
  IsString,
  type ValidationOptions,
} from 'class-validator';
import { isName, MAX_NAME_LENGTH } from '../../shared/auth/keys/key-rules.js';
import { SCOPE_NAMES, ScopeCatalog } from '../../shared/auth/keys/scopes.js';
import { field, lengthRules, rule, textRule, type FieldOptions } from '../../shared/fields/field.js';

const MAX_SCOPES = 200;
const EACH = { each: true };

/** A name of a key, as in the lists of the command line. */
export function KeyName(options: FieldOptions = {}): PropertyDecorator {
  const schema = { type: 'string', minLength: 1, maxLength: MAX_NAME_LENGTH } as const;
  const message = 'must have printable characters only, and no space at either end';
  return field(
    options,
    schema,
    IsString(),
    ...lengthRules({ min: 1, max: MAX_NAME_LENGTH }),
    textRule('wrong_name', (text) => text === '' || text.length > MAX_NAME_LENGTH || isName(text), message),
  );
}

/** Scopes in a request: each is one of this service. */
export function ScopeList(options: FieldOptions = {}): PropertyDecorator {
  const items = { type: 'string' as const, title: 'Scope', enum: [SCOPE_NAMES] };
  return field(
    options,
    { type: 'array', items, minItems: 1, maxItems: MAX_SCOPES },
    ...[IsArray(), ArrayMinSize(1), ArrayMaxSize(MAX_SCOPES), IsString(EACH), isKnown(EACH)],
  );
}

/** Only the application knows all scopes, so the rule asks it each time (see `injectRules`). */
function isKnown(options?: ValidationOptions): PropertyDecorator {
  const holds = (scope: unknown) => typeof scope !== 'string' || getFromContainer(ScopeCatalog).has(scope);
  const message = (scope: unknown) => {
    const known = [...getFromContainer(ScopeCatalog).names].sort().join(', ');
    return `is ${JSON.stringify(String(scope).slice(0, 100))}, which is no scope; use * for everything, or ${known}`;
  };
  return rule('unknown_value', holds, message, options);
}
