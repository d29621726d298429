import type { VNode } from 'preact';
import { renderToString } from 'preact-render-to-string';
import type { Analytics, CountedValue } from '../figures/analytics.js';
import { BreakdownChart } from './breakdown-chart.js';
import { SeriesChart } from './series-chart.js';
import { fitted, numberText } from './text.js';
import { periodText } from './time-labels.js';

/** The breakdown, or else the series, as an SVG document. */
export function chartOf(analytics: Analytics, name: string): string {
  const { breakdown, interval, timeZone, previous } = analytics;
  const subtitle = subtitleOf(analytics);
  if (breakdown) {
    const title = `${name}: visits by ${breakdown.dimension}`;
    const rows = breakdown.values.map((value) => ({ ...value, label: labelOf(value) }));
    const description = [subtitle, ...rows.map(({ label, visits }) => `${label}: ${numberText(visits)}`)];
    return svgOf(<BreakdownChart {...{ title, subtitle, rows }} description={spoken(description)} />);
  }
  const title = `${name}: visits by ${interval}`;
  const { series: points } = analytics;
  const before = previous && previous.series.slice(0, points.length).map(({ visits }) => visits);
  const description = spoken([subtitle, ...highestOf(analytics)]);
  return svgOf(<SeriesChart {...{ title, subtitle, description, points, before, interval, timeZone }} />);
}

/** Preact writes HTML, which may contain `]]>` in a text. XML may not. */
function svgOf(chart: VNode): string {
  return renderToString(chart).replaceAll(']]>', ']]&gt;');
}

function subtitleOf({ from, to, timeZone, totals, previous }: Analytics): string {
  const parts = [
    `${periodText(from, to, timeZone)} (${timeZone})`,
    `${numberText(totals.visits)} ${totals.visits === 1 ? 'visit' : 'visits'}`,
  ];
  if (previous) parts.push(`${numberText(previous.totals.visits)} in the period before`);
  return parts.join(' · ');
}

function highestOf({ series, interval, timeZone }: Analytics): string[] {
  const highest = series.reduce((a, b) => (b.visits > a.visits ? b : a));
  if (highest.visits === 0) return [];
  const when = periodText(highest.from, highest.to, timeZone);
  return [`Most visits in one ${interval}: ${numberText(highest.visits)}, ${when}`];
}

function labelOf({ kind, name, value }: CountedValue): string {
  if (kind === 'value') return name ?? value!;
  return kind === 'none' ? 'None' : 'Others';
}

function spoken(sentences: readonly string[]): string {
  return fitted(`${sentences.join('. ')}.`, Infinity);
}
