import type { ListSource } from './list-source.js';
import { accessPathOf, type ListRequest, type AccessPath } from './access-path.js';

/** A condition that an index can begin with: one column, and what it is compared with. */
const EQUALITY = /^([a-z_]+\.[a-z_]+) = (.+)$/s;

interface Lead {
  column: string;
  value: string;
}

/** The parts of the statements of a list, for filters and an order. */
export class ListText {
  readonly names: readonly string[];
  /** Conditions that the index of the order has or serves. */
  readonly inside: readonly string[];
  /** Conditions that rows are looked at for, one by one. */
  readonly looked: readonly string[];
  private readonly accessPath: AccessPath;
  private readonly lead?: Lead;

  constructor(
    private readonly source: ListSource,
    asked: ListRequest,
    firstParameter = 3,
  ) {
    this.accessPath = accessPathOf(source, asked);
    this.names = Object.keys(this.accessPath.order);
    const { alias, where, checked, filters = {} } = source;
    const condition = (name: string) =>
      `(${filters[name]!.replaceAll('?', `$${asked.filters.indexOf(name) + firstParameter}`)})`;
    const { lead, inside, looked } = this.accessPath;
    this.lead = lead === undefined ? undefined : equalityIn(condition(lead));
    this.inside = [
      `${alias}.tenant_id = $1`,
      ...(where ? [`(${where})`] : []),
      // A range: with `=`, the server may walk the whole order in the hope of a match (decision 67).
      ...(this.lead ? [`${this.lead.column} between ${this.lead.value} and ${this.lead.value}`] : []),
      ...inside.map(condition),
    ];
    this.looked = [...(checked ? [`(${checked})`] : []), ...looked.map(condition)];
  }

  get inOrder(): string {
    const columns = this.lead ? [this.lead.column, ...this.names] : this.names;
    return columns.map((name) => `${name} ${this.accessPath.direction}`).join(', ');
  }

  afterPlace(first: number): string {
    return this.compared(this.accessPath.direction === 'asc' ? '>' : '<', first);
  }

  untilPlace(first: number): string {
    return this.compared(this.accessPath.direction === 'asc' ? '<=' : '>=', first);
  }

  /**
   * The rows of the page, plus one to see whether more follow. The inner limit is for the planner: it does not know the
   * value of a parameter, would estimate a page as a tenth of the table, and so plan each page anew.
   */
  rowsInOrder(range: readonly string[], most: number): string {
    const { from, alias, bytes } = this.source;
    const inside = [...this.inside, ...range].join(' and ');
    // `offset 0` keeps the conditions apart: the server goes by the order, whatever it believes about the others.
    const rows =
      this.looked.length === 0
        ? `${from} where ${inside}`
        : `(select ${alias}.* from ${from} where ${inside} order by ${this.inOrder} offset 0) ${alias}
           where ${this.looked.join(' and ')}`;
    return `select * from (
         select ${alias}.*, (${bytes})::int as list_bytes from ${rows}
         order by ${this.inOrder} limit ${most + 1}
       ) ${alias} order by ${this.inOrder} limit $2 + 1`;
  }

  foundFirst(range: readonly string[]): string {
    const { from, alias } = this.source;
    const bare = (text: string) => text.replaceAll(`${alias}.`, '');
    const where = range.length > 0 ? `where ${bare(range.join(' and '))}` : '';
    return `with found as materialized (select ${this.names.join(', ')} from ${from} where ${this.inside.join(' and ')}),
         shown as materialized (select id from found ${where} order by ${bare(this.inOrder)} limit $2 + 1)`;
  }

  rowsFound(): string {
    const { from, alias, bytes } = this.source;
    return `select ${alias}.*, (${bytes})::int as list_bytes from ${from}
       where ${alias}.tenant_id = $1 and ${alias}.id in (select id from shown)`;
  }

  /**
   * A list that is counted up to a limit is read along the index of its order, and stops at the limit. A bitmap of
   * another index would first collect all rows.
   */
  count(): string {
    const { from, countUpTo } = this.source;
    const rows = `from ${from} where ${[...this.inside, ...this.looked].join(' and ')}`;
    if (countUpTo === undefined) return `(select count(*)::float8 ${rows})`;
    if (countUpTo === 0) return 'null::float8';
    const inOrder = this.accessPath.isAlongIndex ? `order by ${this.inOrder}` : '';
    return `(select nullif(count(*), ${countUpTo + 1})::float8 from (
           select ${rows} ${inOrder} limit ${countUpTo + 1}
         ) counted)`;
  }

  private compared(operator: string, first: number): string {
    const types = Object.values(this.accessPath.order).map((type, index) => `$${first + index}::${type}`);
    const { column, value } = this.lead ?? {};
    const columns = column === undefined ? this.names : [column, ...this.names];
    const values = value === undefined ? types : [value, ...types];
    return `(${columns.join(', ')}) ${operator} (${values.join(', ')})`;
  }
}

function equalityIn(condition: string): Lead {
  const [, column, value] = EQUALITY.exec(condition.slice(1, -1)) ?? [];
  if (!column || !value) throw new Error(`An index can't begin with ${condition}.`);
  return { column, value };
}
