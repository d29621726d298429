import { Injectable } from '@nestjs/common';
import type { ListPage } from '../kernel/list-page.js';
import { Cursors, type Place } from './cursors.js';
import type { Filter, ListRead, ListRow } from './list-read.js';
import { PreparedReads } from './prepared-reads.js';

export interface PageRequest {
  limit: number;
  cursor?: string;
}

@Injectable()
export class Lists {
  constructor(
    private readonly reads: PreparedReads,
    private readonly cursors: Cursors,
  ) {}

  /** The total is counted on the first page; later pages of the walk carry it in their cursor. */
  async page<Row extends object, Item>(
    list: ListRead<Row>,
    { limit, cursor }: PageRequest,
    itemsOf: (rows: Row[]) => Item[] | Promise<Item[]>,
    filter: Filter = {},
  ): Promise<ListPage<Item>> {
    const walk = { list: list.name, filter };
    const place = cursor === undefined ? undefined : await this.cursors.read(walk, cursor);
    const rows = await this.rows(list, limit + 1, filter, place);
    const shown = rows.slice(0, limit);
    const last = shown.at(-1);
    const totalCount = place ? place.totalCount : rows[0] ? rows[0].totalCount : 0;
    const hasMore = rows.length > limit && last !== undefined;
    const nextCursor = hasMore ? await this.cursors.write(walk, { after: last.place, totalCount }) : null;
    return { items: await itemsOf(shown), hasMore, nextCursor, totalCount };
  }

  private rows<Row extends object>(
    list: ListRead<Row>,
    limit: number,
    filter: Filter,
    place: Place | undefined,
  ): Promise<(Row & ListRow)[]> {
    const given = Object.entries(filter).filter(([, value]) => value !== undefined);
    const statement = list.statement(
      place ? 'later' : 'first',
      given.map(([name]) => name),
    );
    return this.reads.all(statement, limit, ...given.map(([, value]) => value), ...(place?.after ?? []));
  }
}
