import { Injectable, type ArgumentMetadata, type PipeTransform, type Type } from '@nestjs/common';
import { plainToInstance } from 'class-transformer';
import { validateSync } from 'class-validator';
import { invalid } from '../kernel/errors.js';
import { faultsOf, unknownName } from './faults.js';
import { skippedNames } from './skipped-names.js';

const RULES = {
  whitelist: true,
  forbidNonWhitelisted: true,
  forbidUnknownValues: true,
  validationError: { target: false, value: false },
};

/** Turns a body or a query string into its dto, or refuses it with every fault it has. */
@Injectable()
export class InputPipe implements PipeTransform {
  transform(value: unknown, { type, metatype }: ArgumentMetadata): unknown {
    if ((type !== 'body' && type !== 'query') || !metatype) return value;
    const plain = value ?? {};
    if (typeof plain !== 'object' || Array.isArray(plain)) {
      throw invalid({ pointer: '', code: 'wrong_type', message: 'The body must be a JSON object.' });
    }
    const input = plainToInstance<object, object>(metatype as Type<object>, plain);
    const faults = [
      ...faultsOf(validateSync(input, RULES), type),
      ...skippedNames(plain, input).map((path) => unknownName(path, type)),
    ];
    if (faults.length > 0) throw invalid(...faults);
    return input;
  }
}
