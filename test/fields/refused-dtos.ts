import { Controller, type Type as Class } from '@nestjs/common';
import { ApiProperty } from '@nestjs/swagger';
import { Exclude, Expose, Transform, Type } from 'class-transformer';
import {
  Allow,
  IsArray,
  IsDateString,
  IsDefined,
  IsInstance,
  IsObject,
  IsOptional,
  IsString,
  Validate,
  ValidateBy,
  ValidateNested,
  ValidatePromise,
  ValidatorConstraint,
} from 'class-validator';
import { Endpoint } from '../../src/shared/http/endpoint/endpoint.js';
import { FromBody } from '../../src/shared/http/endpoint/inputs.js';

class Child {
  @IsString()
  name!: string;
}

class WithoutRule {
  @ApiProperty()
  field!: string;
}

class TypeWithoutRule {
  @Type(() => Number)
  field!: number;
}

class NestedWithoutType {
  @ValidateNested()
  field!: Child;
}

class ClassWithoutType {
  @IsObject()
  field!: Child;
}

class TypeWithoutNested {
  @IsOptional()
  @Type(() => Child)
  field?: Child;
}

class DateWithoutType {
  @IsDateString()
  field!: Date;
}

class TakesMap {
  @Allow()
  @Type(() => String)
  field!: Map<string, string>;
}

class TakesSet {
  @IsArray()
  @IsString({ each: true })
  field!: Set<string>;
}

class TypeBoolean {
  @Type(() => Boolean)
  @Allow()
  field!: boolean;
}

class TypeObject {
  @Type(() => Object)
  @ValidateNested()
  field!: object;
}

class TypeNobody {
  @Type(() => undefined as never)
  @ValidateNested()
  field!: object;
}

class TypeByContent {
  @Type((options) => (options?.object.isChild ? Child : Child))
  @ValidateNested()
  field!: Child;
}

class TypeByLostName {
  @Type(() => Child, { discriminator: { property: 'kind', subTypes: [{ name: 'child', value: Child }] } })
  @ValidateNested()
  field!: Child;
}

class Shapeless {
  @IsDefined()
  field!: unknown;
}

class ShapelessItems {
  @IsArray()
  field!: string[];
}

class ListOrText {
  @IsArray()
  @IsString()
  field!: string[];
}

class ObjectOrText {
  @IsObject()
  @IsString()
  field!: unknown;
}

class DtoOrText {
  @ValidateNested()
  @Type(() => Child)
  @IsString()
  field!: Child;
}

class Method {
  @IsOptional()
  @IsString()
  field(): string {
    return '';
  }
}

class InheritedName {
  @IsString()
  toString!: () => string;
}

@ValidatorConstraint({ async: true })
class Later {
  validate(): Promise<boolean> {
    return Promise.resolve(false);
  }
}

@ValidatorConstraint()
class LaterInSecret {
  async validate(): Promise<boolean> {
    return Promise.resolve(false);
  }
}

class AsyncRule {
  @IsString()
  @Validate(Later)
  field!: string;
}

class SecretlyAsyncRule {
  @IsString()
  @Validate(LaterInSecret)
  field!: string;
}

class WrappedAsyncRule {
  @IsString()
  @ValidateBy({ name: 'later', validator: { validate: () => Promise.reject(new Error('Not now.')) } })
  field!: string;
}

class TakesPromise {
  @Allow()
  @ValidatePromise()
  field!: unknown;
}

class HiddenYetShown {
  @ApiProperty()
  @Exclude()
  field!: string;
}

@Exclude()
class HiddenAsWhole {
  @ApiProperty()
  @IsString()
  field!: string;
}

class InGroups {
  @Expose({ groups: ['admin'] })
  @IsString()
  field!: string;
}

class SameName {
  @Expose({ name: 'other' })
  @IsString()
  field!: string;

  @IsString()
  other!: string;
}

class EvilName {
  @Expose({ name: '__proto__' })
  @IsString()
  field!: string;
}

class Deep {
  @ValidateNested({ each: true })
  @Type(() => ListOrText)
  items!: ListOrText[];
}

class Inherits extends ListOrText {}

class Fine {
  @Transform(({ value }: { value: string }) => new Date(value))
  @IsInstance(Date)
  field!: Date;
}

/** Each with what keeps a service that reads it from starting. */
export const REFUSED: [Class<object>, string][] = [
  [WithoutRule, 'WithoutRule.field: it has no rule of class-validator; add one, or @Allow().'],
  [TypeWithoutRule, 'TypeWithoutRule.field: it has no rule of class-validator; add one, or @Allow().'],
  [NestedWithoutType, 'NestedWithoutType.field: @ValidateNested() needs @Type() to name the class.'],
  [ClassWithoutType, 'ClassWithoutType.field: it is declared as Child, which needs @Type() to be created.'],
  [
    TypeWithoutNested,
    'TypeWithoutNested.field: @Type(() => Child) needs @ValidateNested(), otherwise nothing inside is validated.',
  ],
  [DateWithoutType, 'DateWithoutType.field: it is declared as Date, which needs @Type() to be created.'],
  [TakesMap, "TakesMap.field: a Map can't be read; use an array or an object."],
  [TakesSet, "TakesSet.field: a Set can't be read; use an array or an object."],
  [
    TypeBoolean,
    'TypeBoolean.field: @Type(() => Boolean) turns every text into true, even "false"; use @Transform().',
  ],
  [TypeObject, 'TypeObject.field: @Type() must name a class of your own, String, Number or Date.'],
  [TypeNobody, 'TypeNobody.field: @Type() must name a class of your own, String, Number or Date.'],
  [
    TypeByContent,
    'TypeByContent.field: @Type() must name one class; to choose one by the input, add a discriminator.',
  ],
  [
    TypeByLostName,
    'TypeByLostName.field: @Type() with a discriminator needs keepDiscriminatorProperty, or the kind would be lost.',
  ],
  [Shapeless, 'Shapeless.field: the type of the field is unknown: add a rule, or @Allow().'],
  [ShapelessItems, 'ShapelessItems.field: the type of its items is unknown: add a rule, or @Allow().'],
  [
    ListOrText,
    'ListOrText.field: it is a list, but has a rule for a single value: add { each: true } to the rule.',
  ],
  [
    ObjectOrText,
    'ObjectOrText.field: its decorators contradict each other: it must be a value, an object or a list.',
  ],
  [
    DtoOrText,
    'DtoOrText.field: its decorators contradict each other: it must be a value, an object or a list.',
  ],
  [Method, 'Method.field: a method, an accessor or every object already has that name.'],
  [InheritedName, 'InheritedName.toString: a method, an accessor or every object already has that name.'],
  [AsyncRule, 'AsyncRule.field: one of its rules is asynchronous; such checks belong in the service.'],
  [
    SecretlyAsyncRule,
    'SecretlyAsyncRule.field: one of its rules is asynchronous; such checks belong in the service.',
  ],
  [
    WrappedAsyncRule,
    'WrappedAsyncRule.field: one of its rules is asynchronous; such checks belong in the service.',
  ],
  [TakesPromise, 'TakesPromise.field: one of its rules is asynchronous; such checks belong in the service.'],
  [HiddenYetShown, 'HiddenYetShown.field: @Exclude() excludes it, but @ApiProperty() documents it.'],
  [HiddenAsWhole, 'HiddenAsWhole.field: @Exclude() excludes it, but @ApiProperty() documents it.'],
  [InGroups, 'InGroups.field: @Expose() with groups would never read it.'],
  [SameName, 'SameName.other: another field is also called other.'],
  [EvilName, 'EvilName.field: every object has a property called __proto__.'],
  [
    Deep,
    'ListOrText.field: it is a list, but has a rule for a single value: add { each: true } to the rule.',
  ],
  [
    Inherits,
    'Inherits.field: it is a list, but has a rule for a single value: add { each: true } to the rule.',
  ],
  [Object, 'Reader.read: its input has no class that declares the fields.'],
];

export const FINE = Fine;

/** A controller that reads the dto. */
export function readerOf(dto: Class<object>): Class<object> {
  class Reader {
    read(): void {}
  }
  const descriptor = Object.getOwnPropertyDescriptor(Reader.prototype, 'read')!;
  Reflect.defineMetadata('design:paramtypes', [dto], Reader.prototype, 'read');
  FromBody()(Reader.prototype, 'read', 0);
  Endpoint('POST /read', { access: 'public', summary: 'Read.', description: 'Read.', answer: Child })(
    Reader.prototype,
    'read',
    descriptor,
  );
  Controller()(Reader);
  return Reader;
}
