import { Injectable } from '@nestjs/common';
import { PreparedReads } from '../../../shared/database/records/prepared-reads.js';
import type { Analytics, CountedPeriod, CountedValue } from '../figures/analytics.js';
import { NO_VALUE, type Dimension } from '../figures/dimensions.js';
import { breakdownQuery, seriesQuery, type FigureRow, type FigureScope } from './figure-reads.js';
import { addFigures, NO_FIGURES, sumOf, type Figures } from '../figures/figures.js';
import { bucketsOf, periodBefore, type Interval, type Period } from '../figures/time-buckets.js';
import { sumFor } from '../rollups/packed-figures.js';
import { figuresOfSessions } from './session-figures.js';
import { ValueNames } from './value-names.js';
import { ValueNumbers } from '../rollups/value-numbers.js';
import { valueSums, type ValueKey } from './value-sums.js';

interface FigureRequest {
  scope: FigureScope;
  period: Period;
  interval: Interval;
  timeZone: string;
  dimension: Dimension | undefined;
  limit: number;
  compare: boolean;
}

/** Reads figures from the rollups and from deltas that are not in them yet, or from the sessions of an audience. */
@Injectable()
export class FigureCounter {
  constructor(
    private readonly reads: PreparedReads,
    private readonly numbers: ValueNumbers,
    private readonly names: ValueNames,
  ) {}

  async count(request: FigureRequest): Promise<Analytics> {
    const { scope, period, interval, timeZone, dimension, limit, compare } = request;
    const buckets = bucketsOf(period, interval, timeZone);
    const previous = compare ? bucketsOf(periodBefore(period, timeZone), interval, timeZone) : [];
    const all = [...previous, ...buckets];
    const [read, values] = dimension
      ? breakdownQuery(scope, all, { period, dimension })
      : seriesQuery(scope, all);
    const stored = await this.reads.all(read, ...values);
    const rows = [...stored, ...figuresOfSessions(stored, { buckets: all, period, dimension })];
    const figures = figuresByBucket(rows);
    const counted = all.map((bucket, at) => ({ ...bucket, ...(figures.get(at) ?? NO_FIGURES) }));
    return {
      ...{ interval, timeZone },
      ...countedPeriod(counted.slice(previous.length)),
      previous: compare ? countedPeriod(counted.slice(0, previous.length)) : null,
      breakdown: dimension ? { dimension, values: await this.valuesOf(dimension, rows, limit) } : null,
    };
  }

  private async valuesOf(
    dimension: Dimension,
    rows: readonly FigureRow[],
    limit: number,
  ): Promise<CountedValue[]> {
    const { shown, others } = valueSums(rows, limit);
    const numbers = shown.flatMap(([key]) => (typeof key === 'number' ? [key] : []));
    const texts = await this.numbers.valuesOf(dimension, numbers);
    const textOf = (key: ValueKey) => (typeof key === 'number' ? texts.get(key)! : key);
    const values = shown.map(([key, figures]) => ({ ...figures, value: textOf(key) }));
    const names = await this.names.of(
      dimension,
      values.flatMap(({ value }) => value || []),
    );
    return [
      ...values.map(({ value, ...figures }): CountedValue => {
        if (value === NO_VALUE) return { ...figures, kind: 'none', value: null, name: null };
        return { ...figures, kind: 'value', value, name: names.get(value) ?? null };
      }),
      ...(others ? [{ ...others, kind: 'other' as const, value: null, name: null }] : []),
    ];
  }
}

function countedPeriod(series: (Period & Figures)[]): CountedPeriod {
  return { from: series[0]!.from, to: series.at(-1)!.to, totals: sumOf(series), series };
}

function figuresByBucket(rows: readonly FigureRow[]): Map<number, Figures> {
  const sums = new Map<number, Figures>();
  for (const row of rows) if (row.bucket !== null) addFigures(sumFor(sums, row.bucket), row);
  return sums;
}
