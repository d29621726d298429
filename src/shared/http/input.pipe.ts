import { Injectable, type ArgumentMetadata, type PipeTransform, type Type } from '@nestjs/common';
import { invalid } from '../kernel/errors.js';
import { Empty } from './empty.dto.js';
import { Faults } from '../fields/faults.js';
import { isObject } from '../fields/field.js';
import { readDto } from '../fields/read-dto.js';
import { findUnstorable } from '../fields/unstorable.js';

/** Turns a body or a query string into its dto, or refuses it with every fault it has. */
@Injectable()
export class InputPipe implements PipeTransform {
  transform(value: unknown, { type, metatype }: ArgumentMetadata): unknown {
    if ((type !== 'body' && type !== 'query') || !metatype) return value;
    const faults = new Faults(type);
    const given = metatype === Empty && value === undefined ? {} : value;
    const input = isObject(given) ? this.read(metatype as Type<object>, given, faults) : undefined;
    if (!input) faults.add([], 'wrong_type', 'must be a JSON object');
    if (faults.found.length > 0) throw invalid(faults.found);
    return input;
  }

  private read(type: Type<object>, value: object, faults: Faults): object {
    findUnstorable(value, faults);
    return readDto(type, value, faults);
  }
}
