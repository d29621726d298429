import { Injectable } from '@nestjs/common';
import { largeAnswers } from '../../answers/large-answers.js';
import { LargeListPage, type ListPage } from '../../answers/list-page.js';
import { Cursors, type Place } from './cursors.js';
import { withRetries } from './export-retries.js';
import {
  LOOKED_AT_FIRST,
  MAX_LOOKED_AT,
  MAX_ROWS,
  type ListRead,
  type ListRow,
  type PageSize,
} from './list-read.js';
import type { Filter } from './list-source.js';
import { assertCombinable } from './combinations.js';
import { timeFilterOf, type TimeLimits } from './time-filters.js';
import { LongLists } from './total-count.js';
import { PreparedReads } from '../records/prepared-reads.js';
import { currentTenant } from '../transactions/work-context.js';

/** A page ends before it exceeds this size, however few items that is. It always has at least one item. */
const MAX_PAGE_BYTES = 8 * 1024 * 1024;

export interface PageRequest extends TimeLimits {
  limit: number;
  cursor?: string;
  sort?: string;
}

type ItemsOf<Row, Item> = (rows: Row[]) => Item[] | Promise<Item[]>;

/** Position in a list, and how far to read. */
interface Walk<Row extends object> {
  list: ListRead<Row>;
  filter: Filter;
  sort?: string;
  limit: number;
  place: Place | undefined;
  /** The last row to look at, if others follow it that are not looked at. */
  end?: Place;
}

interface Shown {
  row: ListRow;
  json: Buffer;
}

@Injectable()
export class Lists {
  private readonly longLists = new LongLists();

  constructor(
    private readonly reads: PreparedReads,
    private readonly cursors: Cursors,
  ) {}

  /** The first page counts the total; later pages carry it in their cursor. */
  async page<Row extends object, Item>(
    list: ListRead<Row>,
    { limit, cursor, sort, ...times }: PageRequest,
    itemsOf: ItemsOf<Row, Item>,
    limitedTo: Filter = {},
  ): Promise<ListPage<Item>> {
    const filter = { ...limitedTo, ...timeFilterOf(times) };
    assertCombinable(list.source, { filters: namesIn(filter), sort });
    const place =
      cursor === undefined ? undefined : await this.cursors.read({ list: list.name, filter, sort }, cursor);
    const { walk, rows } = await this.firstRows({ list, filter, sort, limit, place });
    const totalCount = place ? place.totalCount : await this.totalOf(walk, rows);
    if (isCutShort(rows, limit)) return this.largePage(walk, itemsOf, totalCount);
    return { items: await itemsOf(rows), ...(await this.end(walk, rows.at(-1), totalCount)) };
  }

  /** If no index serves the filters, a page looks at a few rows first, and at more of them only if they don't fill it. */
  private async firstRows<Row extends object>(
    begun: Walk<Row>,
  ): Promise<{ walk: Walk<Row>; rows: (Row & ListRow)[] }> {
    const few = await this.endOfLook(begun, LOOKED_AT_FIRST);
    const walk = { ...begun, end: few };
    const rows = await this.rows(walk, 'ordinary');
    if (!few || rows.length === begun.limit || isCutShort(rows, begun.limit)) return { walk, rows };
    const further = { ...begun, end: await this.endOfLook(begun, MAX_LOOKED_AT) };
    return { walk: further, rows: await this.rows(further, 'ordinary') };
  }

  /** The last of the rows that a page looks at. Undefined if they are all. */
  private async endOfLook<Row extends object>(walk: Walk<Row>, most: number): Promise<Place | undefined> {
    const { list, filter, sort, place } = walk;
    const asked = { filters: namesIn(filter), sort };
    if (!list.isLookedThrough(asked)) return undefined;
    const served = list.served(asked);
    const ahead = list.lookAhead(place ? 'later' : 'first', most, { filters: served, sort });
    const values = served.map((name) => filter[name]);
    const [last, next] = await this.reads.all(ahead, ...values, ...(place?.after ?? []));
    return last && next && { after: last.place, totalCount: null };
  }

  /** All rows of a list, step by step. Rows added in between may be missing; no row comes twice. */
  async *steps<Row extends object>(list: ListRead<Row>, filter: Filter = {}): AsyncGenerator<Row[]> {
    for (let place: Place | undefined; ;) {
      const walk = { list, filter, limit: MAX_ROWS.step, place };
      const rows = await withRetries(() => this.nextRows(walk));
      const last = rows.at(-1);
      if (!last) return;
      yield rows;
      if (!last.hasMore) return;
      place = { after: last.place, totalCount: null };
    }
  }

  private async totalOf<Row extends object>(
    { list, filter, sort, end }: Walk<Row>,
    [first]: readonly ListRow[],
  ): Promise<number | null> {
    if (end) {
      if (list.source.countUpTo !== undefined) return null;
      const counted = await this.reads.one(
        list.countAll({ filters: namesIn(filter), sort }),
        ...valuesIn(filter),
      );
      return counted!.totalCount;
    }
    if (!first) return 0;
    if (first.totalCount === null) this.longLists.add(list.name, filter);
    return first.totalCount;
  }

  /** Discards the rows that showed the page is large: a request that waits for room holds no memory. */
  private async largePage<Row extends object, Item>(
    walk: Walk<Row>,
    itemsOf: ItemsOf<Row, Item>,
    totalCount: number | null,
  ): Promise<ListPage<Item>> {
    const room = await largeAnswers.reserve(currentTenant(), MAX_PAGE_BYTES);
    try {
      const shown = await this.readInSteps(walk, itemsOf);
      const texts = shown.map(({ json }) => json);
      room.resize(bytesOf(texts));
      const end = await this.end(walk, shown.at(-1)?.row, totalCount);
      return new LargeListPage<Item>(texts, end, () => room.release());
    } catch (error) {
      room.release();
      throw error;
    }
  }

  /** Each step reads a part and keeps only its JSON. */
  private async readInSteps<Row extends object, Item>(
    walk: Walk<Row>,
    itemsOf: ItemsOf<Row, Item>,
  ): Promise<Shown[]> {
    const shown: Shown[] = [];
    let bytes = 0;
    for (let rest = walk; rest.limit > 0;) {
      // Out of turn: others need not wait while this one waits.
      const rows = await this.nextRows(rest);
      const found = await largeAnswers.inTurn(async () => shownOf(rows, await itemsOf(rows)));
      for (const next of found) {
        bytes += next.json.length + 1;
        if (bytes > MAX_PAGE_BYTES && shown.length > 0) return shown;
        shown.push(next);
      }
      // The rows that were to follow may have been deleted since.
      const last = found.at(-1)?.row;
      if (!last?.hasMore) return shown;
      const place = { after: last.place, totalCount: null };
      rest = { ...walk, place, limit: walk.limit - shown.length };
    }
    return shown;
  }

  private async nextRows<Row extends object>(walk: Walk<Row>): Promise<(Row & ListRow)[]> {
    const found = await this.rows(walk, 'step');
    if (!found[0]?.isLeftOut) return found;
    const alone = await this.rows({ ...walk, limit: 1 }, 'one row');
    // If the row that was left out has been deleted since, others may follow.
    return alone.length > 0 ? alone : this.nextRows(walk);
  }

  /** What a page that ends with this row reports about the rows after it. */
  private async end<Row extends object>(
    { list, filter, sort, end }: Walk<Row>,
    last: ListRow | undefined,
    totalCount: number | null,
  ): Promise<Omit<ListPage<never>, 'items'>> {
    const after = last?.hasMore ? last.place : end?.after;
    if (!after) return { hasMore: false, nextCursor: null, totalCount };
    const nextCursor = await this.cursors.write({ list: list.name, filter, sort }, { after, totalCount });
    return { hasMore: true, nextCursor, totalCount };
  }

  private rows<Row extends object>(
    { list, filter, sort, limit, place, end }: Walk<Row>,
    size: PageSize,
  ): Promise<(Row & ListRow)[]> {
    if (limit > MAX_ROWS[size]) throw new Error(`${list.name}: ${limit} rows are too many for ${size}.`);
    const first = this.longLists.has(list.name, filter) ? 'first uncounted' : 'first';
    const options = { size, sort, isEnded: end !== undefined };
    return this.reads.all(
      list.statement(place ? 'later' : first, namesIn(filter), options),
      limit,
      ...valuesIn(filter),
      ...(place?.after ?? []),
      ...(end?.after ?? []),
    );
  }
}

function namesIn(filter: Filter): string[] {
  return Object.keys(filter).filter((name) => filter[name] !== undefined);
}

function valuesIn(filter: Filter): unknown[] {
  return Object.values(filter).filter((value) => value !== undefined);
}

/** Whether the page would have more rows if they had fewer bytes. */
function isCutShort(rows: readonly ListRow[], limit: number): boolean {
  if (rows[0]?.isLeftOut) return true;
  return rows.length < limit && rows.at(-1)?.hasMore === true;
}

function shownOf(rows: readonly ListRow[], items: readonly unknown[]): Shown[] {
  return items.map((item, index) => ({ row: rows[index]!, json: Buffer.from(JSON.stringify(item)) }));
}

function bytesOf(texts: readonly Buffer[]): number {
  return texts.reduce((bytes, { length }) => bytes + length, 0);
}
