import { PreparedRead } from './prepared-reads.js';

/** What a list shows, in which order, and what it can be limited to. */
export interface ListSource {
  /** What to select of a row. */
  columns: string;
  /** The table with its alias, and whatever is joined to it for every row. */
  from: string;
  /** The alias of the table that has the tenant. */
  alias: string;
  /** What holds for all rows of the list. */
  where?: string;
  /**
   * Columns that give every row its own place, with their types, all in one direction. Never the id alone: the
   * server would walk the primary key, past the rows of everybody else.
   */
  order: Readonly<Record<string, 'uuid' | 'bigint' | 'timestamptz'>>;
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
  /** Where counting them all would cost too much: past this number the total is not told. */
  countUpTo?: number;
}

export interface ListRow {
  /** The values of the order's columns. */
  place: (string | number)[];
  totalCount: number | null;
}

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

  /** The first page also counts; later ones begin after a place. */
  statement(page: 'first' | 'later', filters: readonly string[]): PreparedRead<Row & ListRow> {
    this.assertLimited(filters);
    const name = this.nameOf(page, filters);
    const known = this.statements.get(name);
    if (known) return known;
    const isPlannedAnew = filters.some((filter) => this.source.unevenFilters?.includes(filter));
    const made = new PreparedRead<Row & ListRow>(name, this.textOf(page, filters), { isPlannedAnew });
    this.statements.set(name, made);
    return made;
  }

  /** By their numbers: the server tells names apart by their first 63 characters alone. */
  private nameOf(page: 'first' | 'later', filters: readonly string[]): string {
    const known = Object.keys(this.source.filters ?? {});
    return [this.name, page, ...filters.map((filter) => known.indexOf(filter))].join('.');
  }

  private assertLimited(filters: readonly string[]): void {
    const { requires } = this.source;
    if (requires && !filters.some((name) => requires.includes(name)))
      throw new Error(`The list ${this.name} must be limited by ${requires.join(' or ')}.`);
  }

  /** Parameters: the tenant, how many, the filters, and on later pages the place. */
  private textOf(page: 'first' | 'later', filters: readonly string[]): string {
    const { columns, from, order, findFirst } = this.source;
    const names = Object.keys(order);
    const matching = this.conditions(filters);
    if (findFirst) return this.foundFirst(page, matching, 3 + filters.length);
    const where = page === 'first' ? matching : [...matching, this.afterPlace(names, 3 + filters.length)];
    return `select ${columns}, json_build_array(${names.join(', ')}) as place,
         ${page === 'first' ? this.count(matching) : 'null::float8'} as "totalCount"
       from ${from} where ${where.join(' and ')}
       order by ${this.inOrder(names)}
       limit $2`;
  }

  private foundFirst(page: 'first' | 'later', matching: readonly string[], place: number): string {
    const { columns, from, alias, order } = this.source;
    const names = Object.keys(order);
    const bare = names.map((name) => name.slice(alias.length + 1));
    return `with found as materialized (select ${names.join(', ')} from ${from} where ${matching.join(' and ')}),
         shown as materialized (
           select id from found ${page === 'first' ? '' : `where ${this.afterPlace(bare, place)}`}
           order by ${this.inOrder(bare)} limit $2
         )
       select ${columns}, json_build_array(${names.join(', ')}) as place,
         ${page === 'first' ? '(select count(*)::float8 from found)' : 'null::float8'} as "totalCount"
       from ${from} where ${alias}.id in (select id from shown)
       order by ${this.inOrder(names)}`;
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

  private count(matching: readonly string[]): string {
    const { from, countUpTo } = this.source;
    const rows = `from ${from} where ${matching.join(' and ')}`;
    return countUpTo === undefined
      ? `(select count(*)::float8 ${rows})`
      : `(select nullif(count(*), ${countUpTo + 1})::float8 from (select ${rows} limit ${countUpTo + 1}) counted)`;
  }
}
