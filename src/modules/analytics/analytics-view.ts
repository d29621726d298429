import { wireId } from '../../shared/kernel/ids.js';
import { wireTime } from '../../shared/kernel/wire-time.js';
import type { Analytics, CountedPeriod, CountedValue } from './figures/analytics.js';
import type { AnalyticsView, FiguresView, PeriodView, ValueView } from './analytics.dto.js';
import type { Dimension } from './figures/dimensions.js';
import { bounceRateOf, type Figures } from './figures/figures.js';

export function analyticsView(analytics: Analytics, chartUrl: string): AnalyticsView {
  const { interval, timeZone, previous, breakdown } = analytics;
  return {
    ...periodView(analytics),
    ...{ interval, timeZone },
    previous: previous && periodView(previous),
    breakdown: breakdown && breakdown.values.map((value) => valueView(breakdown.dimension, value)),
    chartUrl,
  };
}

function periodView({ from, to, totals, series }: CountedPeriod): PeriodView {
  return {
    from: wireTime(from),
    to: wireTime(to),
    totals: figuresView(totals),
    series: series.map((bucket) => ({ from: wireTime(bucket.from), ...figuresView(bucket) })),
  };
}

function valueView(dimension: Dimension, { kind, value, name, ...figures }: CountedValue): ValueView {
  return { kind, value: value && wireValue(dimension, value), name, ...figuresView(figures) };
}

function wireValue(dimension: Dimension, value: string): string {
  return dimension === 'audience' || dimension === 'link' ? wireId(dimension, value) : value;
}

function figuresView(figures: Figures): FiguresView {
  const { visits, engagedMs, conversions, questions } = figures;
  const bounceRate = bounceRateOf(figures);
  return { visits, engagedSeconds: engagedMs / 1000, bounceRate, conversions, questions };
}
