import { Injectable } from '@nestjs/common';
import type { PageOf } from '../kernel/page-of.js';
import { Cursors, type Place, type Walk } from './cursors.js';

export interface PageRequest {
  limit: number;
  cursor?: string;
}

/** One step of a keyset walk: what to read, and how a row becomes an item and a place. */
export interface ListStep<Row, Item> {
  walk: Walk;
  query: PageRequest;
  /** Sort values before the first item. */
  start: (string | number)[];
  /** Reads up to `limit` rows after a place; counts them all only where `count` is set. */
  read: (step: { after: (string | number)[]; limit: number; count: boolean }) => Promise<Row[]>;
  placeOf: (row: Row) => (string | number)[];
  itemOf: (row: Row) => Item;
}

@Injectable()
export class Lists {
  constructor(private readonly cursors: Cursors) {}

  /** The total is counted on the first page; later pages of the walk carry it in their cursor. */
  async page<Row extends { totalCount: number | null }, Item>(
    step: ListStep<Row, Item>,
  ): Promise<PageOf<Item>> {
    const { cursor, limit } = step.query;
    const place: Place | undefined =
      cursor === undefined ? undefined : await this.cursors.read(step.walk, cursor);
    const rows = await step.read({ after: place?.after ?? step.start, limit: limit + 1, count: !place });
    const shown = rows.slice(0, limit);
    const last = shown.at(-1);
    const totalCount = place ? place.totalCount : rows[0] ? rows[0].totalCount : 0;
    const hasMore = rows.length > limit && last !== undefined;
    const nextCursor = hasMore
      ? await this.cursors.write(step.walk, { after: step.placeOf(last), totalCount })
      : null;
    return { items: shown.map(step.itemOf), hasMore, nextCursor, totalCount };
  }
}
