import type { Dimension } from './dimensions.js';
import type { Figures } from './figures.js';
import type { Interval, Period } from './time-buckets.js';

export interface CountedPeriod extends Period {
  totals: Figures;
  series: (Period & Figures)[];
}

export interface CountedValue extends Figures {
  kind: 'value' | 'none' | 'other';
  value: string | null;
  name: string | null;
}

/** The requested figures. */
export interface Analytics extends CountedPeriod {
  interval: Interval;
  timeZone: string;
  previous: CountedPeriod | null;
  breakdown: { dimension: Dimension; values: CountedValue[] } | null;
}
