import type { ComponentChildren, VNode } from 'preact';
import { fitted } from './text.js';

export const WIDTH = 760;
export const MARGIN = 24;
const HEADING = 76;
const LEGEND = 34;

/** The top of the drawing, below the heading. */
export const TOP = HEADING;

/** Light, or dark if the reader prefers it. */
const CHART_CSS = `
svg{font:13px system-ui,-apple-system,"Segoe UI",Roboto,"Noto Sans",sans-serif;font-variant-numeric:tabular-nums}
.paper{fill:#fff}.heading{font-size:16px;font-weight:650}text{fill:#16191d}.soft{fill:#59636e}
.grid{stroke:#e3e6ea}.base{stroke:#9aa3ad}.visits{fill:#8fb3f5}.conversions{fill:#1d4ed8}
.before{fill:none;stroke:#8a5a00;stroke-width:1.75;stroke-dasharray:4 3;stroke-linejoin:round}
@media (prefers-color-scheme:dark){
.paper{fill:#101418}text{fill:#e8eaed}.soft{fill:#a3acb6}
.grid{stroke:#272e36}.base{stroke:#5b6671}.visits{fill:#3b5c9b}.conversions{fill:#93b7ff}.before{stroke:#f0b95a}}`;

export interface Heading {
  title: string;
  subtitle: string;
  /** The whole chart in words, for screen readers. */
  description: string;
}

interface FrameProps extends Heading {
  /** The height of the drawing, without heading and legend. */
  height: number;
  hasBefore: boolean;
  children: ComponentChildren;
}

/** The common parts of all charts: background, heading, legend, and the texts for screen readers. */
export function Frame({ title, subtitle, description, height, hasBefore, children }: FrameProps): VNode {
  const total = HEADING + height + LEGEND;
  const room = WIDTH - 2 * MARGIN;
  return (
    <svg
      xmlns="http://www.w3.org/2000/svg"
      viewBox={`0 0 ${WIDTH} ${total}`}
      width={WIDTH}
      height={total}
      role="img"
      aria-labelledby="title description"
    >
      <title id="title">{fitted(title, Infinity)}</title>
      <desc id="description">{description}</desc>
      <style>{CHART_CSS}</style>
      <rect class="paper" width={WIDTH} height={total} rx="12" />
      <text class="heading" x={MARGIN} y="34">
        {fitted(title, room * 0.8)}
      </text>
      <text class="soft" x={MARGIN} y="54">
        {subtitle}
      </text>
      {children}
      <Legend y={total - 20} hasBefore={hasBefore} />
    </svg>
  );
}

function Legend({ y, hasBefore }: { y: number; hasBefore: boolean }): VNode {
  return (
    <g class="soft">
      <rect class="visits" x={MARGIN} y={y - 10} width="12" height="12" rx="3" />
      <text class="soft" x={MARGIN + 18} y={y}>
        Visits
      </text>
      <rect class="conversions" x={MARGIN + 78} y={y - 10} width="12" height="12" rx="3" />
      <text class="soft" x={MARGIN + 96} y={y}>
        With a conversion
      </text>
      {hasBefore && (
        <>
          <path class="before" d={`M${MARGIN + 226} ${y - 4}h22`} />
          <text class="soft" x={MARGIN + 254} y={y}>
            Visits in the period before
          </text>
        </>
      )}
    </g>
  );
}

/** Shown instead of a drawing. */
export function EmptyChart({ height }: { height: number }): VNode {
  return (
    <text class="soft" x={WIDTH / 2} y={TOP + height / 2} text-anchor="middle">
      No visits in this period
    </text>
  );
}
