import type { VNode } from 'preact';
import type { Interval } from '../figures/time-buckets.js';
import { Frame, MARGIN, EmptyChart, TOP, WIDTH, type Heading } from './frame.js';
import { shortNumber, widthOf } from './text.js';
import { ticksOf } from './ticks.js';
import { timeLabels } from './time-labels.js';

interface SeriesPoint {
  /** In milliseconds since 1970. */
  from: number;
  visits: number;
  conversions: number;
}

interface SeriesChartProps extends Heading {
  interval: Interval;
  timeZone: string;
  points: readonly SeriesPoint[];
  /** The visits of the previous period, by bucket. */
  before: readonly number[] | null;
}

const PLOT_HEIGHT = 220;
const AXIS_HEIGHT = 36;
const LABEL_ROOM = 62;
const WIDEST_BAR = 44;

/** More bars would be too thin. */
const MOST_BARS = 100;

/** Maps the numbers of the series to coordinates. */
interface Scale {
  left: number;
  /** The width of one point. */
  step: number;
  y: (count: number) => number;
}

/** The counts of each hour, day or week. */
export function SeriesChart({ points, before, interval, timeZone, ...heading }: SeriesChartProps): VNode {
  const ticks = ticksOf(Math.max(...points.map(({ visits }) => visits), ...(before ?? [])));
  const left = MARGIN + Math.max(...ticks.map((tick) => widthOf(shortNumber(tick)))) + 8;
  const step = (WIDTH - MARGIN - left) / points.length;
  const scale = { left, step, y: (count: number) => TOP + PLOT_HEIGHT * (1 - count / ticks.at(-1)!) };
  const isEmpty = [...points.map(({ visits }) => visits), ...(before ?? [])].every((count) => count === 0);
  const starts = points.map(({ from }) => from);
  return (
    <Frame {...heading} height={PLOT_HEIGHT + AXIS_HEIGHT} hasBefore={before !== null}>
      <Axis ticks={ticks} scale={scale} />
      {isEmpty ? (
        <EmptyChart height={PLOT_HEIGHT} />
      ) : (
        <>
          <Counts name="visits" counts={points.map(({ visits }) => visits)} scale={scale} />
          <Counts name="conversions" counts={points.map(({ conversions }) => conversions)} scale={scale} />
          {before && <path class="before" d={lineOf(before, scale)} />}
        </>
      )}
      {timeLabels(starts, interval, timeZone, Math.floor((WIDTH - left) / LABEL_ROOM)).map(({ at, text }) => (
        <text
          class="soft"
          x={round(labelPlace(left + (at + 0.5) * step, text))}
          y={TOP + PLOT_HEIGHT + 20}
          text-anchor="middle"
        >
          {text}
        </text>
      ))}
    </Frame>
  );
}

/** Below the middle of the point, but inside the chart. */
function labelPlace(middle: number, text: string): number {
  const half = widthOf(text) / 2;
  return Math.min(Math.max(middle, half + 8), WIDTH - half - 8);
}

function Axis({ ticks, scale }: { ticks: readonly number[]; scale: Scale }): VNode {
  return (
    <>
      {ticks.map((tick) => (
        <>
          <path
            class={tick === 0 ? 'base' : 'grid'}
            d={`M${scale.left} ${round(scale.y(tick))}H${WIDTH - MARGIN}`}
          />
          <text class="soft" x={scale.left - 8} y={round(scale.y(tick) + 4)} text-anchor="end">
            {shortNumber(tick)}
          </text>
        </>
      ))}
    </>
  );
}

interface CountsProps {
  name: 'visits' | 'conversions';
  counts: readonly number[];
  scale: Scale;
}

function Counts({ name, counts, scale }: CountsProps): VNode | null {
  const d = counts.length > MOST_BARS ? areaOf(counts, scale) : barsOf(counts, scale);
  // Preact writes an empty attribute without quotes, which is not valid XML.
  return d === '' ? null : <path class={name} d={d} />;
}

/** One path for all bars, round at the top. */
function barsOf(counts: readonly number[], { left, step, y }: Scale): string {
  const width = Math.min(step * 0.76, WIDEST_BAR);
  return counts
    .map((count, at) => {
      const [x, top] = [left + (at + 0.5) * step - width / 2, y(count)];
      const height = y(0) - top;
      const radius = Math.min(3, width / 3, height);
      const side = round(height - radius);
      return count === 0
        ? ''
        : `M${round(x)} ${round(y(0))}v${-side}q0 ${round(-radius)} ${round(radius)} ${round(-radius)}` +
            `h${round(width - 2 * radius)}q${round(radius)} 0 ${round(radius)} ${round(radius)}v${side}z`;
    })
    .join('');
}

function areaOf(counts: readonly number[], { left, step, y }: Scale): string {
  const tops = counts.map((count, at) => `L${round(left + at * step)} ${round(y(count))}h${round(step)}`);
  return `M${round(left)} ${round(y(0))}${tops.join('')}V${round(y(0))}z`;
}

function lineOf(counts: readonly number[], { left, step, y }: Scale): string {
  if (counts.length === 1) return `M${round(left)} ${round(y(counts[0]!))}h${round(step)}`;
  return counts
    .map((count, at) => `${at === 0 ? 'M' : 'L'}${round(left + (at + 0.5) * step)} ${round(y(count))}`)
    .join('');
}

function round(number: number): number {
  return Math.round(number * 10) / 10;
}
