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
}

class Dto {
  constructor(readonly word: unknown) {}
}

class Application {}

it('a rule can be a class that Nest provides', async () => {
  Module({ providers: [{ provide: Listed, useValue: new Listed(['red', 'green']) }] })(Application);
  ValidatorConstraint({ name: 'listed' })(Listed);
  Validate(Listed)(Dto.prototype, 'word');
  IsString()(Dto.prototype, 'word');
  const app = await NestFactory.createApplicationContext(Application, { logger: false });
  injectRules(app);
  const brokenBy = (word: unknown) =>
    validateSync(new Dto(word)).flatMap(({ constraints }) => Object.keys(constraints ?? {}).sort());
  expect(brokenBy('green')).toEqual([]);
  expect(brokenBy('blue')).toEqual(['listed']);
  expect(brokenBy(7)).toEqual(['isString', 'listed']);
  await app.close();
});
