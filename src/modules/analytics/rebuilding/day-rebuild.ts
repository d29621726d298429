import { Injectable } from '@nestjs/common';
import { DAY_MS } from '../../../shared/kernel/durations.js';
import { BreakdownRows } from '../rollups/breakdown-rows.js';
import { FrequentValues } from './frequent-values.js';
import type { FullDay } from '../rollups/full-days.js';
import { sumFor } from '../rollups/packed-figures.js';
import { breakdownPartsBeyond, breakdownPartsIn } from '../rollups/period-parts.js';
import { rebuiltRows, type FiguresByQuarter } from './rebuilt-rows.js';
import { countsOf, type ValueCount } from '../rollups/session-delta.js';
import { SessionScan } from '../rollups/session-scan.js';
import { MAX_VALUES } from '../rollups/value-limit.js';
import { addFigures, type Figures } from '../figures/figures.js';
import { keyOf, ValueNumbers } from '../rollups/value-numbers.js';

type QuarterCount = ValueCount & { quarter: number };

/** Makes the separate values of a full day the most frequent ones, instead of the first ones (decision 85). */
@Injectable()
export class DayRebuild {
  constructor(
    private readonly scan: SessionScan,
    private readonly rows: BreakdownRows,
    private readonly numbers: ValueNumbers,
  ) {}

  /** Only one caller of a tenant may change the rollups at a time, in a unit of work. */
  async rebuild(full: FullDay): Promise<void> {
    const { scope, dimension, day } = full;
    const numbers = await this.numbersOf(full, await this.mostFrequent(full));
    const kept = await this.figuresOf(full, numbers);
    const parts = [...breakdownPartsIn(day), ...breakdownPartsBeyond(day)];
    const stored = await this.rows.load(
      parts.map((part) => ({ scope, dimension, ...part, figures: new Map<number, Figures>() })),
    );
    const rows = [...stored.values()].filter(({ figures }) => figures.size > 0);
    await this.rows.put(rebuiltRows(rows, kept));
  }

  private async mostFrequent(full: FullDay): Promise<string[]> {
    const frequent = new FrequentValues();
    for await (const counts of this.countsIn(full))
      for (const { value, figures } of counts) frequent.add(value, figures.visits);
    return frequent.most(MAX_VALUES);
  }

  private async numbersOf(
    { dimension }: FullDay,
    values: readonly string[],
  ): Promise<ReadonlyMap<string, number>> {
    const all = values.map((value) => ({ dimension, value }));
    const known = await this.numbers.known(all);
    const added = await this.numbers.add(all.filter((each) => !known.has(keyOf(each))));
    return new Map([...known, ...added]);
  }

  private async figuresOf(full: FullDay, numbers: ReadonlyMap<string, number>): Promise<FiguresByQuarter> {
    const byQuarter: FiguresByQuarter = new Map();
    for await (const counts of this.countsIn(full))
      for (const { quarter, figures, ...value } of counts) {
        const number = numbers.get(keyOf(value));
        if (number === undefined) continue;
        const sums = byQuarter.get(quarter) ?? new Map<number, Figures>();
        addFigures(sumFor(sums, number), figures);
        byQuarter.set(quarter, sums);
      }
    return byQuarter;
  }

  private async *countsIn({ scope, dimension, day }: FullDay): AsyncGenerator<QuarterCount[]> {
    const [from, to] = [day, day + 1].map((each) => new Date(each * DAY_MS).toISOString());
    const withQuestions = dimension === 'question';
    for await (const deltas of this.scan.inRollups(scope, { from: from!, to: to! }, { withQuestions }))
      yield deltas.flatMap((delta) =>
        countsOf(delta)
          .filter((count) => count.dimension === dimension)
          .map((count) => ({ ...count, quarter: delta.quarter })),
      );
  }
}
