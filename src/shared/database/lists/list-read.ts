import { LARGE_ANSWER_BYTES } from '../../answers/large-answers.js';
import { MAX_PAGE_ITEMS } from '../../answers/list-page.js';
import { PreparedRead } from '../records/prepared-reads.js';

/**
 * As many bytes of rows are read at once. A page of more than an ordinary one is read in several steps (`Lists`), once
 * there is room for it: so whoever finds none has cost little.
 */
const MAX_BYTES = { ordinary: LARGE_ANSWER_BYTES, step: 1.5 * 1024 * 1024 };

/** Most rows that one statement reads; whoever asks for more would be told that there are none. */
export const MAX_ROWS: Readonly<Record<PageSize, number>> = {
  ordinary: MAX_PAGE_ITEMS,
  step: 1000,
  'one row': 1,
};

/** What a list shows, in which order, and what it can be limited to. */
export interface ListSource {
  /** What to select of a row. It is read of those rows alone that are shown. */
  columns: string;
  /** The table with its alias. Conditions, order and `bytes` are about it alone. */
  from: string;
  /** What is joined to the rows that are shown, one row to each, or none. */
  joined?: string;
  /** How many bytes a row is about, without reading what is wide: `bytes` of its column map, and what comes along. */
  bytes: string;
  /** The alias of the table that has the tenant. */
  alias: string;
  /** What holds for all rows of the list. */
  where?: string;
  /**
   * Columns that give every row its own place, with their types, all in one direction.
   */
  order: Readonly<Record<string, 'uuid' | 'bigint' | 'timestamptz' | 'text'>>;
  direction: 'asc' | 'desc';
  /** Conditions, by the name of the filter; `?` stands for its value. */
  filters?: Readonly<Record<string, string>>;
  /** Filters that match a few rows for one value and nearly all for another, so that no one plan is good for both. */
  unevenFilters?: readonly string[];
  /** For rows that only make sense below another record: one of these filters is always given. */
  requires?: readonly string[];
  /**
   * For conditions whose index knows nothing of the order (trigrams): all that match are found first, once, then
   * counted and put in order. Else the planner walks the order in the hope of a match soon, and to the end where
   * there is none. The order must have the table's own `id`, and columns of that table alone.
   */
  findFirst?: boolean;
  /** Where counting them all would cost too much: past this number the total is not told. With 0 it never is. */
  countUpTo?: number;
}

export interface ListRow {
  /** The values of the order's columns. */
  place: (string | number)[];
  totalCount: number | null;
  /** Whether there is a row after this one, on this page or on a later one. */
  hasMore: boolean;
  /** The first row, where it alone has too many bytes: nothing of it was read. */
  isLeftOut: boolean;
}

/** How much of a page is read: all of an ordinary one, a step of a large one, or one row that is too large for a step. */
export type PageSize = 'ordinary' | 'step' | 'one row';

/** Later ones begin after a place. The total is counted with the first, unless it is known to be too large to be told. */
type PageKind = 'first' | 'first uncounted' | 'later';

export type Filter = Readonly<Record<string, string | number | boolean | Date | undefined>>;

/**
 * A list that is walked by the values of its order. Each combination of filters is a statement of its own,
 * so that each is planned for what it really asks. Its module states it (`lists` of its `FoyerModule`).
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

  /** Whether nothing is left out of the list, or of what it is opened for, such as the logs of one account. */
  isWhole(filters: readonly string[]): boolean {
    return filters.every((name) => this.source.requires?.includes(name));
  }

  /** By their numbers: the server tells names apart by their first 63 characters alone. */
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
   * Parameters: the tenant, how many, the filters, and on later pages the place. The rows of the page are found
   * first, as they are stored: what is wide is not read for that. Then those are read that have not too many bytes.
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
   * The rows of the page, and one more to tell whether there is one. The inner limit is for the planner: of a parameter
   * it knows nothing, would take a page for a tenth of the table, and so plan each page anew.
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
   * A whole list that is counted up to a bound is walked along the index of its order, and the walk ends at the bound. A
   * bitmap of another index would have all rows in it first.
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
