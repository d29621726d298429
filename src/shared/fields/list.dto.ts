import type { Type } from '@nestjs/common';
import { ApiSchema } from '@nestjs/swagger';
import { MAX_PAGE_ITEMS, type ListPage } from '../answers/list-page.js';
import { Integer, ListOf, OneOf, Text, Bool } from './fields.js';
import { QueryInteger } from './query-fields.js';
import { QueryTime } from './request-time.js';

const PAGE_SIZE = 20;

export class ListQuery {
  @QueryInteger({
    min: 1,
    max: MAX_PAGE_ITEMS,
    fallback: PAGE_SIZE,
    about: 'Maximum number of items per page.',
  })
  limit: number = PAGE_SIZE;

  @Text({ optional: true, min: 1, about: 'The `nextCursor` of the previous page.' })
  cursor?: string;
}

const SORTS = ['createdAt', '-createdAt', 'updatedAt', '-updatedAt'] as const;

/** For lists that can be limited to times and sorted by them (docs/lists.md). */
export class TimedListQuery extends ListQuery {
  @QueryTime({ about: 'Only records that were created at this time or later.' })
  createdAfter?: string;

  @QueryTime({ about: 'Only records that were created before this time.' })
  createdBefore?: string;

  @QueryTime({ about: 'Only records that were last changed at this time or later.' })
  updatedAfter?: string;

  @QueryTime({ about: 'Only records that were last changed before this time.' })
  updatedBefore?: string;

  @OneOf(SORTS, {
    title: 'ListSort',
    optional: true,
    about: 'The order; with `-`, the latest first. To follow changes, use `updatedAt`.',
  })
  sort?: (typeof SORTS)[number];
}

/** The envelope of one list, documented with its own item type. */
export function ListView<Item extends object>(
  name: string,
  item: () => Type<Item>,
  options: { totalCount?: { nullable: boolean } } = {},
): Type<ListPage<Item>> {
  @ApiSchema({ name })
  class Page implements ListPage<Item> {
    @ListOf(item)
    items!: Item[];

    @Bool({ about: 'Whether there is a next page.' })
    hasMore!: boolean;

    @Text({ nullable: true, min: 1, about: 'Opaque; pass it as `cursor` to get the next page.' })
    nextCursor!: string | null;

    @Integer({
      min: 0,
      max: Number.MAX_SAFE_INTEGER,
      about: 'Total number of items.',
      ...options.totalCount,
    })
    totalCount!: number | null;
  }
  return Page;
}
