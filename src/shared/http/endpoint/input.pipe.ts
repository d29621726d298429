import { Injectable, type ArgumentMetadata, type PipeTransform, type Type } from '@nestjs/common';
import { itemOf, type Batch } from '../../batches/batch.dto.js';
import { readBatch } from '../../batches/read-batch.js';
import { readDto } from '../../fields/read-dto.js';
import { Empty } from './inputs.js';

/** Turns a body or a query string into its dto, or refuses it with all its faults. */
@Injectable()
export class InputPipe implements PipeTransform {
  transform(value: unknown, { type, metatype }: ArgumentMetadata): unknown {
    if ((type !== 'body' && type !== 'query') || !metatype) return value;
    const sent = metatype === Empty && value === undefined ? {} : value;
    const item = itemOf(metatype as Type<object>);
    if (item) return readBatch(metatype as Type<Batch<object>>, item, sent);
    return readDto(metatype as Type<object>, sent, type);
  }
}
