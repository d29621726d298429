import { LARGE_ANSWER_BYTES } from '../../answers/large-answers.js';
import { MAX_PAGE_ITEMS } from '../../answers/list-page.js';
import { PreparedRead } from '../records/prepared-reads.js';
import type { ListSource } from './list-source.js';
import { ListText } from './list-text.js';
import { accessPathOf, type ListRequest } from './access-path.js';

/** Rows that a page without a suitable index looks at. It ends there, however few rows have matched. */
export const MAX_LOOKED_AT = 10_000;

/** Rows that it looks at first. A page that they fill costs a tenth. */
export const LOOKED_AT_FIRST = 1000;

/**
 * Maximum bytes of rows that are read at once. A page larger than an ordinary one is read in several steps (`Lists`)
 * once there is room for it, so a request that finds no room has cost little.
 */
const MAX_BYTES = { ordinary: LARGE_ANSWER_BYTES, step: 1.5 * 1024 * 1024 };

/** Maximum rows that one statement reads; a larger request would get the answer that no more rows exist. */
export const MAX_ROWS: Readonly<Record<PageSize, number>> = {
  ordinary: MAX_PAGE_ITEMS,
  step: 1000,
  'one row': 1,
};

export interface ListRow {
  /** The values of the order's columns. */
  place: (string | number)[];
  totalCount: number | null;
  /** Whether there is a row after this one, on this page or on a later one. */
  hasMore: boolean;
  /** True for a first row that alone has too many bytes: none of it was read. */
  isLeftOut: boolean;
}

/**
 * How much of a page is read: all of an ordinary one, a step of a large one, or one row that is too large for a step.
 */
export type PageSize = 'ordinary' | 'step' | 'one row';

/** Later pages begin after a position. The first page counts the total, unless it is known to be above the limit. */
type PageKind = 'first' | 'first uncounted' | 'later';

interface PageOptions {
  size?: PageSize;
  sort?: string;
  /** Whether the page ends at a place that is known (`lookAhead`), because rows are looked at one by one. */
  isEnded?: boolean;
}

/**
 * A list that is paged by the values of its order. Each combination of filters and order is its own statement, so that
 * each gets a plan for its real conditions. Its module declares it (`lists` of its `FoyerModule`).
 */
export class ListRead<Row extends object> {
  declare readonly row: Row;
  private readonly statements = new Map<string, PreparedRead<object>>();

  constructor(
    readonly name: string,
    readonly source: ListSource,
  ) {}

  statement(
    page: PageKind,
    filters: readonly string[],
    { size = 'ordinary', sort, isEnded = false }: PageOptions = {},
  ): PreparedRead<Row & ListRow> {
    const kind = [page, size, ...(isEnded ? ['ended'] : [])];
    const asked = { filters, sort };
    return this.prepared<Row & ListRow>(kind, asked, () => this.textOf(page, asked, { size, isEnded }));
  }

  /** Those of the filters that the index serves; rows are looked at for the others. */
  served(asked: ListRequest): string[] {
    const { looked } = accessPathOf(this.source, asked);
    return asked.filters.filter((name) => !looked.includes(name));
  }

  /** Whether no index serves these filters in this order, so that each page looks at a limited number of rows. */
  isLookedThrough(asked: ListRequest): boolean {
    return this.source.checked !== undefined || accessPathOf(this.source, asked).looked.length > 0;
  }

  /**
   * Finds the last row that a page looks at, and the one behind it. The page is a statement of its own that ends at
   * this place: rows that are deleted in between move no other row out of both pages. It knows only filters that are
   * served.
   */
  lookAhead(page: 'first' | 'later', rows: number, asked: ListRequest): PreparedRead<Pick<ListRow, 'place'>> {
    return this.prepared<Pick<ListRow, 'place'>>(['ahead', page, String(rows)], asked, () => {
      const text = new ListText(this.source, asked, 2);
      const after = page === 'later' ? [text.afterPlace(2 + asked.filters.length)] : [];
      return `select json_build_array(${text.names.join(', ')}) as place from ${this.source.from}
        where ${[...text.inside, ...after].join(' and ')} order by ${text.inOrder}
        offset ${rows - 1} limit 2`;
    });
  }

  /** Counts all rows. */
  countAll(asked: ListRequest): PreparedRead<{ totalCount: number }> {
    return this.prepared<{ totalCount: number }>(['total'], asked, () => {
      const { inside, looked } = new ListText(this.source, asked, 2);
      return `select count(*)::float8 as "totalCount" from ${this.source.from}
        where ${[...inside, ...looked].join(' and ')}`;
    });
  }

  private prepared<Read extends object>(
    kind: readonly string[],
    asked: ListRequest,
    textOf: () => string,
  ): PreparedRead<Read> {
    this.assertLimited(asked.filters);
    const name = this.nameOf(kind, asked);
    const known = this.statements.get(name);
    if (known) return known as PreparedRead<Read>;
    const isPlannedAnew = asked.filters.some((filter) => this.source.unevenFilters?.includes(filter));
    const made = new PreparedRead<Read>(name, textOf(), { isPlannedAnew });
    this.statements.set(name, made);
    return made;
  }

  /** Filters by number: the server distinguishes names only by their first 63 characters. */
  private nameOf(kind: readonly string[], { filters, sort = '' }: ListRequest): string {
    const known = Object.keys(this.source.filters ?? {});
    return [this.name, ...kind, sort, ...filters.map((filter) => known.indexOf(filter))].join('.');
  }

  private assertLimited(filters: readonly string[]): void {
    const { requires } = this.source;
    if (requires && !filters.some((name) => requires.includes(name)))
      throw new Error(`The list ${this.name} must be limited by ${requires.join(' or ')}.`);
  }

  /**
   * Parameters: the tenant, the limit, the filters, on later pages the position, and the end if there is one. The
   * statement first finds the rows of the page without reading wide columns. Then it reads the rows that fit the byte
   * limit.
   */
  private textOf(
    page: PageKind,
    asked: ListRequest,
    { size, isEnded }: { size: PageSize; isEnded: boolean },
  ): string {
    const { columns, alias, joined = '', findFirst } = this.source;
    const text = new ListText(this.source, asked);
    const first = 3 + asked.filters.length;
    const range = page === 'later' ? [text.afterPlace(first)] : [];
    if (isEnded) range.push(text.untilPlace(first + range.length * text.names.length));
    const total = findFirst ? '(select count(*)::float8 from found)' : text.count();
    const isCounted = page === 'first' && size === 'ordinary' && !isEnded;
    const fits = size === 'one row' ? 'true' : `list_bytes_before + list_bytes <= ${MAX_BYTES[size]}`;
    return `${findFirst ? text.foundFirst(range) : ''}
       select ${columns}, json_build_array(${text.names.join(', ')}) as place,
         ${isCounted ? total : 'null::float8'} as "totalCount",
         sized.list_has_more as "hasMore", ${alias}.list_bytes is null as "isLeftOut"
       from (
         select *, ${fits} as list_fits from (
           select *, coalesce(sum(list_bytes) over places, 0) as list_bytes_before,
             lead(true, 1, false) over places as list_has_more
           from (${findFirst ? text.rowsFound() : text.rowsInOrder(range, MAX_ROWS[size])}) ${alias}
           window places as (order by ${text.inOrder} rows between unbounded preceding and 1 preceding)
         ) measured
         where ${fits} or list_bytes_before = 0
       ) sized left join lateral (select sized.*) ${alias} on sized.list_fits ${joined}
       order by ${text.inOrder}
       limit $2`;
  }
}
