import type { VNode } from 'preact';
import { Frame, MARGIN, EmptyChart, TOP, WIDTH, type Heading } from './frame.js';
import { fitted, numberText, widthOf } from './text.js';

interface BreakdownRow {
  label: string;
  visits: number;
  conversions: number;
}

interface BreakdownChartProps extends Heading {
  rows: readonly BreakdownRow[];
}

const ROW_HEIGHT = 30;
const BAR_HEIGHT = 16;
const WIDEST_LABEL = 260;
const EMPTY_HEIGHT = 90;

/** One bar for each value, the largest first. */
export function BreakdownChart({ rows, ...heading }: BreakdownChartProps): VNode {
  const height = rows.length > 0 ? rows.length * ROW_HEIGHT + 12 : EMPTY_HEIGHT;
  const largest = Math.max(1, ...rows.map(({ visits }) => visits));
  const labelWidth = Math.min(WIDEST_LABEL, Math.max(0, ...rows.map(({ label }) => widthOf(label))));
  const left = MARGIN + labelWidth + 12;
  const numberWidth = Math.max(0, ...rows.map(({ visits }) => widthOf(numberText(visits)))) + 8;
  const scale = (WIDTH - MARGIN - numberWidth - left) / largest;
  return (
    <Frame {...heading} height={height} hasBefore={false}>
      {rows.length === 0 && <EmptyChart height={EMPTY_HEIGHT} />}
      {rows.map((row, at) => (
        <Row {...row} top={TOP + at * ROW_HEIGHT} left={left} labelWidth={labelWidth} scale={scale} />
      ))}
      {rows.length > 0 && <path class="base" d={`M${left} ${TOP}v${rows.length * ROW_HEIGHT}`} />}
    </Frame>
  );
}

interface RowProps extends BreakdownRow {
  top: number;
  left: number;
  labelWidth: number;
  /** Pixels for one visit. */
  scale: number;
}

function Row({ label, visits, conversions, top, left, labelWidth, scale }: RowProps): VNode {
  const y = top + (ROW_HEIGHT - BAR_HEIGHT) / 2;
  const bar = (count: number) => ({ x: left, y, width: Math.round(count * scale * 10) / 10, rx: 3 });
  return (
    <>
      <text x={left - 12} y={top + ROW_HEIGHT / 2 + 4} text-anchor="end">
        {fitted(label, labelWidth)}
      </text>
      <rect class="visits" {...bar(visits)} height={BAR_HEIGHT} />
      <rect class="conversions" {...bar(conversions)} height={BAR_HEIGHT} />
      <text class="soft" x={left + visits * scale + 8} y={top + ROW_HEIGHT / 2 + 4}>
        {numberText(visits)}
      </text>
    </>
  );
}
