import { LARGE_ANSWER_BYTES } from '../../answers/large-answers.js';
import { MAX_PAGE_ITEMS } from '../../answers/list-page.js';
import { PreparedRead } from '../records/prepared-reads.js';

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

/** Columns, order and filters of a list. */
export interface ListSource {
  /** Columns to select. They are read only for the rows on the page. */
  columns: string;
  /** The table with its alias. Conditions, order and `bytes` refer only to this table. */
  from: string;
  /** Joins for the rows on the page, with at most one row each. */
  joined?: string;
  /** Approximate bytes of a row, without reading wide columns: `bytes` of its column map, plus joined data. */
  bytes: string;
  /** The alias of the table that has the tenant. */
  alias: string;
  /** Condition that holds for all rows of the list. */
  where?: string;
  /** Columns that order all rows uniquely, with their types, all in one direction. */
  order: Readonly<Record<string, 'uuid' | 'bigint' | 'timestamptz' | 'text'>>;
  direction: 'asc' | 'desc';
  /** Conditions, by the name of the filter; `?` stands for its value. */
  filters?: Readonly<Record<string, string>>;
  /** Filters that match a few rows for one value and nearly all for another, so no single plan suits both. */
  unevenFilters?: readonly string[];
  /** For rows that only make sense below another record: one of these filters is always given. */
  requires?: readonly string[];
  /**
   * For conditions whose index does not know the order (trigrams): all matches are found first, once, then counted and
   * sorted. Otherwise the planner walks the order hoping for an early match, and to the end if there is none. The order
   * must contain the table's own `id`, and only columns of that table.
   */
  findFirst?: boolean;
  /**
   * For lists that are too expensive to count completely: above this number no total is returned. With 0 there never is
   * one.
   */
  countUpTo?: number;
}

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

export type Filter = Readonly<Record<string, string | number | boolean | Date | undefined>>;

/**
 * A list that is paged by the values of its order. Each combination of filters is its own statement, so that each gets
 * a plan for its real conditions. Its module declares it (`lists` of its `FoyerModule`).
 */
export class ListRead<Row extends object> {
  declare readonly row: Row;
  private readonly statements = new Map<string, PreparedRead<Row & ListRow>>();

  constructor(
    readonly name: string,
    readonly source: ListSource,
  ) {}

  statement(
    page: PageKind,
    filters: readonly string[],
    size: PageSize = 'ordinary',
  ): PreparedRead<Row & ListRow> {
    this.assertLimited(filters);
    const name = this.nameOf(page, filters, size);
    const known = this.statements.get(name);
    if (known) return known;
    const isPlannedAnew = filters.some((filter) => this.source.unevenFilters?.includes(filter));
    const made = new PreparedRead<Row & ListRow>(name, this.textOf(page, filters, size), { isPlannedAnew });
    this.statements.set(name, made);
    return made;
  }

  /** Whether no filter limits the list, or the part it is opened for, such as the logs of one account. */
  isWhole(filters: readonly string[]): boolean {
    return filters.every((name) => this.source.requires?.includes(name));
  }

  /** By number: the server distinguishes names only by their first 63 characters. */
  private nameOf(page: PageKind, filters: readonly string[], size: PageSize): string {
    const known = Object.keys(this.source.filters ?? {});
    return [this.name, page, size, ...filters.map((filter) => known.indexOf(filter))].join('.');
  }

  private assertLimited(filters: readonly string[]): void {
    const { requires } = this.source;
    if (requires && !filters.some((name) => requires.includes(name)))
      throw new Error(`The list ${this.name} must be limited by ${requires.join(' or ')}.`);
  }

  /**
   * Parameters: the tenant, the limit, the filters, and on later pages the position. The statement first finds the rows
   * of the page without reading wide columns. Then it reads the rows that fit the byte limit.
   */
  private textOf(page: PageKind, filters: readonly string[], size: PageSize): string {
    const { columns, alias, joined = '', findFirst } = this.source;
    const names = Object.keys(this.source.order);
    const matching = this.conditions(filters);
    const after = page === 'later' ? [3 + filters.length] : [];
    const total = findFirst
      ? '(select count(*)::float8 from found)'
      : this.count(matching, this.isWhole(filters));
    const fits = size === 'one row' ? 'true' : `list_bytes_before + list_bytes <= ${MAX_BYTES[size]}`;
    return `${findFirst ? this.foundFirst(matching, after) : ''}
       select ${columns}, json_build_array(${names.join(', ')}) as place,
         ${page === 'first' && size === 'ordinary' ? total : 'null::float8'} as "totalCount",
         sized.list_has_more as "hasMore", ${alias}.list_bytes is null as "isLeftOut"
       from (
         select *, ${fits} as list_fits from (
           select *, coalesce(sum(list_bytes) over places, 0) as list_bytes_before,
             lead(true, 1, false) over places as list_has_more
           from (${findFirst ? this.rowsFound() : this.rowsInOrder(matching, after, MAX_ROWS[size])}) ${alias}
           window places as (order by ${this.inOrder(names)} rows between unbounded preceding and 1 preceding)
         ) measured
         where ${fits} or list_bytes_before = 0
       ) sized left join lateral (select sized.*) ${alias} on sized.list_fits ${joined}
       order by ${this.inOrder(names)}
       limit $2`;
  }

  /**
   * The rows of the page, plus one to see whether more follow. The inner limit is for the planner: it does not know the
   * value of a parameter, would estimate a page as a tenth of the table, and so plan each page anew.
   */
  private rowsInOrder(matching: readonly string[], after: readonly number[], most: number): string {
    const { from, alias, bytes, order } = this.source;
    const names = Object.keys(order);
    const where = [...matching, ...after.map((parameter) => this.afterPlace(names, parameter))];
    return `select * from (
         select ${alias}.*, (${bytes})::int as list_bytes from ${from} where ${where.join(' and ')}
         order by ${this.inOrder(names)} limit ${most + 1}
       ) ${alias} order by ${this.inOrder(names)} limit $2 + 1`;
  }

  private foundFirst(matching: readonly string[], after: readonly number[]): string {
    const { from, alias, order } = this.source;
    const names = Object.keys(order);
    const bare = names.map((name) => name.slice(alias.length + 1));
    const where = after.map((parameter) => `where ${this.afterPlace(bare, parameter)}`);
    return `with found as materialized (select ${names.join(', ')} from ${from} where ${matching.join(' and ')}),
         shown as materialized (select id from found ${where.join('')} order by ${this.inOrder(bare)} limit $2 + 1)`;
  }

  private rowsFound(): string {
    const { from, alias, bytes } = this.source;
    return `select ${alias}.*, (${bytes})::int as list_bytes from ${from}
       where ${alias}.tenant_id = $1 and ${alias}.id in (select id from shown)`;
  }

  private inOrder(names: readonly string[]): string {
    return names.map((name) => `${name} ${this.source.direction}`).join(', ');
  }

  private conditions(filters: readonly string[]): string[] {
    const { alias, where, filters: known = {} } = this.source;
    const chosen = filters.map((name, index) => `(${known[name]!.replaceAll('?', `$${index + 3}`)})`);
    return [`${alias}.tenant_id = $1`, ...(where ? [`(${where})`] : []), ...chosen];
  }

  private afterPlace(names: readonly string[], first: number): string {
    const { order, direction } = this.source;
    const types = Object.values(order).map((type, index) => `$${first + index}::${type}`);
    return `(${names.join(', ')}) ${direction === 'asc' ? '>' : '<'} (${types.join(', ')})`;
  }

  /**
   * A whole list that is counted up to a limit is read along the index of its order, and stops at the limit. A bitmap
   * of another index would first collect all rows.
   */
  private count(matching: readonly string[], isWhole: boolean): string {
    const { from, order, countUpTo } = this.source;
    const rows = `from ${from} where ${matching.join(' and ')}`;
    if (countUpTo === undefined) return `(select count(*)::float8 ${rows})`;
    if (countUpTo === 0) return 'null::float8';
    const inOrder = isWhole ? `order by ${this.inOrder(Object.keys(order))}` : '';
    return `(select nullif(count(*), ${countUpTo + 1})::float8 from (
           select ${rows} ${inOrder} limit ${countUpTo + 1}
         ) counted)`;
  }
}
