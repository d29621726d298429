import type { Type } from '@nestjs/common';
import { ApiExtraModels, getSchemaPath } from '@nestjs/swagger';
import { Allow, ArrayMaxSize, ArrayMinSize, IsArray } from 'class-validator';
import { field } from '../fields/field.js';
import { OneOf } from '../fields/fields.js';
import type { DomainError } from '../kernel/errors.js';

export const MAX_BATCH_ITEMS = 500;

const MODES = ['atomic', 'each'] as const;

/** Whether one refused item refuses all, or itself alone. */
export type BatchMode = (typeof MODES)[number];

const ON_CONFLICT = ['error', 'skip', 'update'] as const;

/** What happens to an item whose natural key a record has. */
export type OnConflict = (typeof ON_CONFLICT)[number];

/** The body of a batch. An item that could not be read is the reason why; in `atomic`, all could. */
export interface Batch<Item extends object> {
  items: (Item | DomainError)[];
  mode: BatchMode;
}

const ITEM = Symbol('item of a batch');

/** The dto of the items of a batch; undefined for any other dto. */
export function itemOf(type: Type<object>): Type<object> | undefined {
  return Reflect.getMetadata(ITEM, type) as Type<object> | undefined;
}

/** The body of a batch of items that a single request could have as its body. */
export function BatchOf<Item extends object>(
  item: Type<Item>,
  example?: readonly object[],
): Type<Batch<Item>> {
  @ApiExtraModels(item)
  class BatchBody implements Batch<Item> {
    // `readBatch` reads the items, one after the other: here, only their number has rules.
    @field(
      { about: 'Each is the body of a request for one record.', example },
      { type: 'array', items: { $ref: getSchemaPath(item) }, minItems: 1, maxItems: MAX_BATCH_ITEMS },
      Allow({ each: true }),
      IsArray(),
      ArrayMinSize(1),
      ArrayMaxSize(MAX_BATCH_ITEMS),
    )
    items!: (Item | DomainError)[];

    @OneOf(MODES, {
      optional: true,
      fallback: 'atomic',
      about: '`atomic`: if one item is refused, nothing is written. `each`: only that item is refused.',
      example: 'atomic',
    })
    mode: BatchMode = 'atomic';
  }
  Reflect.defineMetadata(ITEM, item, BatchBody);
  return BatchBody;
}

/** For items with a natural key: what happens if a record has it. */
export function OnConflictField(options: { fallback: OnConflict; about: string }): PropertyDecorator {
  return OneOf(ON_CONFLICT, { ...options, optional: true, example: 'update' });
}
