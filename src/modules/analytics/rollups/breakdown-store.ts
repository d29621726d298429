import { Injectable } from '@nestjs/common';
import { addFigures, type Figures } from '../figures/figures.js';
import { BreakdownRows, rowKey, type BreakdownRow } from './breakdown-rows.js';
import { FullDays } from './full-days.js';
import { sumFor } from './packed-figures.js';
import { breakdownPartsWith, QUARTERS_A_DAY } from './period-parts.js';
import { countsOf, type SessionDelta } from './session-delta.js';
import { hasRoom } from './value-limit.js';
import { keyOf, OTHER_VALUES, ValueNumbers } from './value-numbers.js';

/** The breakdowns. Only one caller of a tenant may change them at a time, in a unit of work. */
@Injectable()
export class BreakdownStore {
  constructor(
    private readonly breakdowns: BreakdownRows,
    private readonly numbers: ValueNumbers,
    private readonly fullDays: FullDays,
  ) {}

  async add(deltas: readonly SessionDelta[]): Promise<void> {
    const counts = deltas.flatMap(countsOf);
    const values = [...new Map(counts.map((count) => [keyOf(count), count])).values()];
    const numbers = await this.numbers.known(values);
    const unknown = values.filter((value) => !numbers.has(keyOf(value)));
    unknown.forEach((value, at) => numbers.set(keyOf(value), provisionalNumber(at)));
    const rows = new Rows(await this.breakdowns.load(rowsFor(deltas)));
    for (const delta of deltas)
      for (const count of countsOf(delta))
        for (const scope of delta.scopes)
          rows.add({ ...count, scope, number: numbers.get(keyOf(count))! }, delta.quarter);
    // Only values that are kept separate get a number: otherwise made-up values would fill the table.
    const kept = rows.numbers;
    const given = await this.numbers.add(unknown.filter((_, at) => kept.has(provisionalNumber(at))));
    rows.renumber(new Map(unknown.map((value, at) => [provisionalNumber(at), given.get(keyOf(value))!])));
    await this.breakdowns.put([...rows.all]);
    await this.fullDays.note([...rows.full]);
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
  /** The rows of full days, in which a visit counts among the others. */
  readonly full = new Set<BreakdownRow>();

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
    if (kept === OTHER_VALUES && figures.visits > 0) this.full.add(day);
  }
}

function rowsFor(deltas: readonly SessionDelta[]): BreakdownRow[] {
  const rows = new Map<string, BreakdownRow>();
  for (const delta of deltas)
    for (const part of breakdownPartsWith(delta.quarter))
      for (const scope of delta.scopes)
        for (const { dimension } of countsOf(delta)) {
          const row = { scope, dimension, ...part };
          rows.set(rowKey(row, row), { ...row, figures: new Map() });
        }
  return [...rows.values()];
}
