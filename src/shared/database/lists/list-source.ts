/** Columns that order all rows uniquely, with their types, all in one direction. */
export type Order = Readonly<Record<string, 'uuid' | 'bigint' | 'timestamptz' | 'text'>>;

export type Direction = 'asc' | 'desc';

/** Columns, orders and filters of a list. Which of them a caller may combine follows from it (`combinations.ts`). */
export interface ListSource {
  /** Columns to select. They are read only for the rows on the page. */
  columns: string;
  /** The table with its alias. Conditions, orders and `bytes` refer only to this table. */
  from: string;
  /** Joins for the rows on the page, with at most one row each. */
  joined?: string;
  /** Approximate bytes of a row, without reading wide columns: `bytes` of its column map, plus joined data. */
  bytes: string;
  /** The alias of the table that has the tenant. */
  alias: string;
  /** Condition that holds for all rows of the list, and that the indexes of its orders have. */
  where?: string;
  /** Condition that holds for all rows of the list, and that no index has: rows are looked at one by one. */
  checked?: string;
  order: Order;
  direction: Direction;
  /** Other orders, by their name in `sort`. Each has an index, as `order` has. */
  sorts?: Readonly<Record<string, Order>>;
  /** Conditions, by the name of the filter; `?` stands for its value. */
  filters?: Readonly<Record<string, string>>;
  /**
   * Filters with an index in the list's own order: `(tenant, column, …order)`. Each is written `column = value`. With
   * any other filter, rows are looked at one by one, unless it is a range of the order's first column. If this is not
   * stated, each combination of filters has an index that suits it.
   */
  indexed?: readonly string[];
  /** Those of `indexed` that also have an index in an order of `sorts`, by its name. */
  indexedInSort?: Readonly<Record<string, readonly string[]>>;
  /** Those of `indexed` that match few rows: in an order that has no index for them, nearly all pages would be empty. */
  selective?: readonly string[];
  /** Filters with an index that has no order: all rows that match are found first. They need the list's own order. */
  unordered?: readonly string[];
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

export type Filter = Readonly<Record<string, string | number | boolean | Date | undefined>>;
