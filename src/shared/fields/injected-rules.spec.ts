import 'reflect-metadata';
import { Module } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import {
  IsString,
  Validate,
  validateSync,
  ValidatorConstraint,
  type ValidatorConstraintInterface,
} from 'class-validator';
import { injectRules } from './injected-rules.js';

class Listed implements ValidatorConstraintInterface {
  constructor(private readonly words: readonly string[]) {}

  validate(word: unknown): boolean {
    return this.words.includes(word as string);
  }

  defaultMessage(): string {
    return `must be one of ${this.words.join(', ')}`;
  }
}

class Dto {
  constructor(readonly word: unknown) {}
}

class Application {}

it('a rule can be a class that Nest provides', async () => {
  Module({ providers: [{ provide: Listed, useValue: new Listed(['red', 'green']) }] })(Application);
  ValidatorConstraint()(Listed);
  Validate(Listed)(Dto.prototype, 'word');
  IsString()(Dto.prototype, 'word');
  const app = await NestFactory.createApplicationContext(Application, { logger: false });
  injectRules(app);
  const faultsOf = (word: unknown) =>
    validateSync(new Dto(word)).flatMap(({ constraints }) => Object.values(constraints ?? {}));
  expect(faultsOf('green')).toEqual([]);
  expect(faultsOf('blue')).toEqual(['must be one of red, green']);
  expect(faultsOf(7)).toHaveLength(2);
  await app.close();
});
