/** How many rows a statement inserts. One row is much cheaper as plain values than as lists (decision 126). */
export type RowCount = 'one' | 'many';

/** Part of a prepared write: the insert of rows that have some values of their own, and share the others. */
export class RowInsert<Name extends string> {
  private readonly names: readonly Name[];
  private readonly columns: readonly string[];

  constructor(
    private readonly table: string,
    /** The types of the columns whose values differ from row to row. */
    private readonly types: Readonly<Record<Name, string>>,
    shared: readonly string[],
  ) {
    this.names = Object.keys(types) as Name[];
    this.columns = [...this.names, ...shared];
  }

  /** SQL whose first parameter is the tenant; those from `first` on are those of `toParams`. */
  sql(count: RowCount, first: number): string {
    const into = `insert into ${this.table} (tenant_id, ${this.columns.join(', ')})`;
    const places = this.columns.map((_, at) => `$${first + at}`);
    if (count === 'one') return `${into} values ($1, ${places.join(', ')})`;
    const lists = this.names.map((name, at) => `${places[at]}::${this.types[name]}[]`);
    const values = [...this.names, ...places.slice(this.names.length)];
    return `${into} select $1, ${values.join(', ')}
      from unnest(${lists.join(', ')}) as given (${this.names.join(', ')})`;
  }

  /** The number of the first parameter after those of `sql`. */
  after(first: number): number {
    return first + this.columns.length;
  }

  toParams(count: RowCount, rows: readonly Record<Name, unknown>[], shared: readonly unknown[]): unknown[] {
    const own = this.names.map((name) => (count === 'one' ? rows[0]![name] : rows.map((row) => row[name])));
    return [...own, ...shared];
  }
}
