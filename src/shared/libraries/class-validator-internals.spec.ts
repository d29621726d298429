import {
  Allow,
  getMetadataStorage,
  IsOptional,
  IsString,
  MaxLength,
  Validate,
  validateSync,
  ValidateNested,
  ValidatorConstraint,
  type ValidationArguments,
} from 'class-validator';
import { internalsOf } from '../../../test/support/library-internals.js';
import { constraintOf, OWN_RULES, rememberRules, rulesOf, type Rule } from './class-validator-internals.js';

const part = internalsOf('class-validator', '0.15.1', 'src/shared/libraries/class-validator-internals.ts');

class Base {
  declare inherited: unknown;
}
class Dto extends Base {
  declare own: unknown;
}
IsOptional()(Base.prototype, 'inherited');
MaxLength(5, { each: true, message: 'is long' })(Dto.prototype, 'own');

const ruleOf = (decorate: PropertyDecorator): Rule => {
  class One {
    declare field: unknown;
  }
  decorate(One.prototype, 'field');
  return rulesOf(One)[0]!;
};

part('the storage finds the rules of a class, and of those that it extends', () => {
  const names = rulesOf(Dto).map(({ propertyName }) => propertyName);
  return names.join() === 'own,inherited';
});

part('a rule has a `propertyName`, `name`, `constraints`, `each` and `message`', () => {
  const { propertyName, name, constraints, each, message } = rulesOf(Dto)[0]!;
  return [propertyName, name, constraints, each, message].join() === 'own,maxLength,5,true,is long';
});

part('a rule has a `type`, by which nested dtos, optional fields and @Allow() are told from checks', () => {
  const types = [IsString(), ValidateNested(), IsOptional(), Allow()].map(
    (decorate) => ruleOf(decorate).type,
  );
  const expected = ['customValidation', 'nestedValidation', 'conditionalValidation', 'whitelistValidation'];
  return types.join() === expected.join();
});

part('the constraint of a rule has its name, and an instance that checks a value', () => {
  const rule = ruleOf(MaxLength(5));
  const { name, async, instance } = constraintOf(rule)!;
  const checks = (value: string) =>
    instance.validate(value, { value, constraints: rule.constraints } as ValidationArguments);
  return name === 'maxLength' && !async && checks('12345') === true && checks('123456') === false;
});

part('the constraint of @Validate() is of the class that it names', () => {
  class Own {
    validate = () => true;
  }
  ValidatorConstraint({ name: 'own', async: true })(Own);
  const { name, async, instance } = constraintOf(ruleOf(Validate(Own)))!;
  return name === 'own' && async === true && instance instanceof Own;
});

part('@IsOptional() has no constraint', () => constraintOf(ruleOf(IsOptional())) === undefined);

part('the texts that are exported are the names of rules', () => {
  const names = [IsString(), MaxLength(5)].map((decorate) => ruleOf(decorate).name);
  return names.every((name) => OWN_RULES.has(name)) && !OWN_RULES.has('own');
});

part('a check searches by the methods of the storage that `rememberRules` replaces', () => {
  rememberRules();
  class Remembered {
    field = 1;
  }
  IsString()(Remembered.prototype, 'field');
  const isFound = validateSync(new Remembered()).length === 1;
  // Rules are no longer searched for.
  IsString()(Remembered.prototype, 'other');
  return isFound && validateSync(new Remembered()).length === 1 && rulesOf(Remembered).length === 1;
});

part('a check groups the rules by a method of the storage that `rememberRules` replaces', () => {
  rememberRules();
  const storage = getMetadataStorage();
  const group = storage.groupByPropertyName.bind(storage);
  const replaced = Object.getOwnPropertyDescriptor(storage, 'groupByPropertyName')!;
  const asked: unknown[] = [];
  storage.groupByPropertyName = (rules) => {
    asked.push(rules);
    return group(rules);
  };
  try {
    validateSync(new Dto(), { forbidUnknownValues: false });
  } finally {
    Object.defineProperty(storage, 'groupByPropertyName', replaced);
  }
  const rules = rulesOf(Dto);
  return asked.length === 1 && asked[0] === rules && group(rules) === group(rules);
});
