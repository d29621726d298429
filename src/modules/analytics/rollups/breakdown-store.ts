import { Injectable } from '@nestjs/common';
import { PreparedRead, PreparedReads } from '../../../shared/database/records/prepared-reads.js';
import { PreparedWrite, PreparedWrites } from '../../../shared/database/records/prepared-writes.js';
import { addFigures, type Figures } from '../figures/figures.js';
import { addPacked, packed, sumFor } from './packed-figures.js';
import { breakdownPartsWith, QUARTERS_A_DAY, type BreakdownPart } from './period-parts.js';
import { countsOf, type SessionDelta } from './session-delta.js';
import { hasRoom } from './value-limit.js';
import { keyOf, OTHER_VALUES, ValueNumbers } from './value-numbers.js';

interface BreakdownRow extends BreakdownPart {
  scope: string;
  dimension: string;
  /** By the number of the value. */
  figures: Map<number, Figures>;
}

const WANTED = `unnest($2::uuid[], $3::text[], $4::int[], $5::int[])`;

const knownRows = new PreparedRead<Omit<BreakdownRow, 'figures'> & { figures: Buffer }>(
  'analytics_breakdown.known',
  `select b.scope, b.dimension, b.quarters, b.quarter, b.figures
   from ${WANTED} as wanted (scope, dimension, quarters, quarter) cross join lateral (
     select * from analytics_breakdown b
     where b.tenant_id = $1 and b.scope = wanted.scope and b.dimension = wanted.dimension
       and b.quarters = wanted.quarters and b.quarter = wanted.quarter offset 0
   ) as b`,
);

const putRows = new PreparedWrite(
  'analytics_breakdown.put',
  `insert into analytics_breakdown (tenant_id, scope, dimension, quarters, quarter, figures)
   select $1, * from unnest($2::uuid[], $3::text[], $4::int[], $5::int[], $6::bytea[])
   on conflict (tenant_id, scope, dimension, quarters, quarter) do update set figures = excluded.figures`,
);

/** The breakdowns. Only one caller of a tenant may change them at a time, in a unit of work. */
@Injectable()
export class BreakdownStore {
  constructor(
    private readonly reads: PreparedReads,
    private readonly writes: PreparedWrites,
    private readonly numbers: ValueNumbers,
  ) {}

  async add(deltas: readonly SessionDelta[]): Promise<void> {
    const counts = deltas.flatMap(countsOf);
    const values = [...new Map(counts.map((count) => [keyOf(count), count])).values()];
    const numbers = await this.numbers.known(values);
    const unknown = values.filter((value) => !numbers.has(keyOf(value)));
    unknown.forEach((value, at) => numbers.set(keyOf(value), provisionalNumber(at)));
    const rows = new Rows(await this.load(rowsFor(deltas)));
    for (const delta of deltas)
      for (const count of countsOf(delta))
        for (const scope of delta.scopes)
          rows.add({ ...count, scope, number: numbers.get(keyOf(count))! }, delta.quarter);
    // Only values that are kept separate get a number: otherwise made-up values would fill the table.
    const kept = rows.numbers;
    const given = await this.numbers.add(unknown.filter((_, at) => kept.has(provisionalNumber(at))));
    rows.renumber(new Map(unknown.map((value, at) => [provisionalNumber(at), given.get(keyOf(value))!])));
    const changed = [...rows.all];
    await this.writes.run(
      putRows,
      ...columnsOf(changed),
      changed.map(({ figures }) => packed(figures)),
    );
  }

  /** Adds the stored figures to the rows. */
  private async load(rows: Map<string, BreakdownRow>): Promise<Map<string, BreakdownRow>> {
    const known = await this.reads.all(knownRows, ...columnsOf([...rows.values()]));
    for (const { figures, ...row } of known) addPacked(rows.get(rowKey(row, row))!.figures, figures);
    return rows;
  }
}

/** The number of a new value until it is certain that the value is kept separate. */
const provisionalNumber = (at: number) => -1 - at;

interface NumberedCount {
  scope: string;
  dimension: string;
  number: number;
  figures: Figures;
}

/** All rows that a batch changes. */
class Rows {
  constructor(private readonly rows: ReadonlyMap<string, BreakdownRow>) {}

  get all(): Iterable<BreakdownRow> {
    return this.rows.values();
  }

  /** The numbers of all values in any of the rows. */
  get numbers(): Set<number> {
    return new Set([...this.all].flatMap(({ figures }) => [...figures.keys()]));
  }

  renumber(given: ReadonlyMap<number, number>): void {
    for (const row of this.all)
      row.figures = new Map([...row.figures].map(([number, sum]) => [given.get(number) ?? number, sum]));
  }

  add({ number, figures, ...group }: NumberedCount, quarter: number): void {
    const parts = breakdownPartsWith(quarter).map((part) => this.rows.get(rowKey(group, part))!);
    const day = parts.find(({ quarters }) => quarters === QUARTERS_A_DAY)!;
    const kept = hasRoom(day.figures, number) ? number : OTHER_VALUES;
    for (const part of parts) addFigures(sumFor(part.figures, kept), figures);
  }
}

function rowsFor(deltas: readonly SessionDelta[]): Map<string, BreakdownRow> {
  const rows = new Map<string, BreakdownRow>();
  for (const delta of deltas)
    for (const part of breakdownPartsWith(delta.quarter))
      for (const scope of delta.scopes)
        for (const { dimension } of countsOf(delta)) {
          const row = { scope, dimension, ...part };
          rows.set(rowKey(row, row), { ...row, figures: new Map() });
        }
  return rows;
}

function rowKey(
  { scope, dimension }: Pick<BreakdownRow, 'scope' | 'dimension'>,
  { quarters, quarter }: BreakdownPart,
): string {
  return `${scope} ${dimension} ${quarters} ${quarter}`;
}

function columnsOf(rows: readonly BreakdownRow[]): [string[], string[], number[], number[]] {
  return [
    rows.map(({ scope }) => scope),
    rows.map(({ dimension }) => dimension),
    rows.map(({ quarters }) => quarters),
    rows.map(({ quarter }) => quarter),
  ];
}
