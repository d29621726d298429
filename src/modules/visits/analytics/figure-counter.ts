import { Injectable } from '@nestjs/common';
import { PreparedReads } from '../../../shared/database/prepared-reads.js';
import type { Analytics, CountedPeriod, CountedValue } from './analytics.js';
import { NO_VALUE, type Dimension } from './dimensions.js';
import { breakdownQuery, seriesQuery, type FigureRow } from './figure-reads.js';
import { NO_FIGURES, sumOf, type Figures } from './figures.js';
import { bucketsOf, periodBefore, type Interval, type Period } from './time-buckets.js';
import { ValueNames } from './value-names.js';

export interface FigureRequest {
  /** The id of the tenant, of a page or of an audience. */
  scope: string;
  period: Period;
  interval: Interval;
  timeZone: string;
  dimension: Dimension | undefined;
  limit: number;
  compare: boolean;
}

/** Reads figures from the rollups, and from what is not in them yet. */
@Injectable()
export class FigureCounter {
  constructor(
    private readonly reads: PreparedReads,
    private readonly names: ValueNames,
  ) {}

  async count(request: FigureRequest): Promise<Analytics> {
    const { scope, period, interval, timeZone, dimension, limit, compare } = request;
    const buckets = bucketsOf(period, interval, timeZone);
    const previous = compare ? bucketsOf(periodBefore(period, timeZone), interval, timeZone) : [];
    const all = [...previous, ...buckets];
    const [read, values] = dimension
      ? breakdownQuery(scope, all, { period, dimension, limit })
      : seriesQuery(scope, all);
    const rows = await this.reads.all(read, ...values);
    const figures = figuresByBucket(rows);
    const counted = all.map((bucket, at) => ({ ...bucket, ...(figures.get(at) ?? NO_FIGURES) }));
    return {
      ...{ interval, timeZone },
      ...countedPeriod(counted.slice(previous.length)),
      previous: compare ? countedPeriod(counted.slice(0, previous.length)) : null,
      breakdown: dimension ? { dimension, values: await this.valuesOf(dimension, rows) } : null,
    };
  }

  private async valuesOf(dimension: Dimension, rows: readonly FigureRow[]): Promise<CountedValue[]> {
    const found = rows.filter(({ bucket }) => bucket === null).sort(inOrder);
    const names = await this.names.of(
      dimension,
      found.flatMap(({ value }) => value || []),
    );
    return found.map(({ value, ...row }) => ({
      ...figuresIn(row),
      kind: value === null ? 'other' : value === NO_VALUE ? 'none' : 'value',
      value: value || null,
      name: names.get(value ?? '') ?? null,
    }));
  }
}

/** The most visits first; what is not told apart comes last. */
function inOrder(a: FigureRow, b: FigureRow): number {
  if (a.value === null || b.value === null) return a.value === null ? 1 : -1;
  return b.visits - a.visits || (a.value < b.value ? -1 : 1);
}

function countedPeriod(series: (Period & Figures)[]): CountedPeriod {
  return { from: series[0]!.from, to: series.at(-1)!.to, totals: sumOf(series), series };
}

function figuresByBucket(rows: readonly FigureRow[]): Map<number, Figures> {
  return new Map(rows.flatMap((row) => (row.bucket === null ? [] : [[row.bucket, figuresIn(row)] as const])));
}

function figuresIn({ visits, engagedMs, bounces, conversions, questions }: Figures): Figures {
  return { visits, engagedMs, bounces, conversions, questions };
}
