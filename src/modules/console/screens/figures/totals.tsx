import type { VNode } from 'preact';
import { words } from '../../words/english.js';
import { changeText, durationText, numberText, percentText } from '../kit/numbers.js';
import type { Figures } from './tables.js';

type Sums = Figures['totals'];

interface Total {
  name: string;
  /** Null if there is nothing to tell it from. */
  of: (sums: Sums) => number | null;
  text: (value: number) => string;
  /** Shares differ by points, not by percent. */
  hasChange: boolean;
}

const TOTALS: readonly Total[] = [
  { name: words.figures.visits, of: ({ visits }) => visits, text: numberText, hasChange: true },
  { name: words.figures.time, of: secondsOf, text: durationText, hasChange: true },
  { name: words.figures.bounces, of: ({ bounceRate }) => bounceRate, text: percentText, hasChange: false },
  {
    name: words.figures.conversions,
    of: ({ conversions }) => conversions,
    text: numberText,
    hasChange: true,
  },
  { name: words.figures.questions, of: ({ questions }) => questions, text: numberText, hasChange: true },
];

function secondsOf({ visits, engagedSeconds }: Sums): number | null {
  return visits > 0 ? engagedSeconds / visits : null;
}

/** The figures of the whole period, beside those of the period before. */
export function Totals({ of: { totals, previous } }: { of: Figures }): VNode {
  const { figures } = words;
  return (
    <dl class="totals">
      {TOTALS.map(({ name, of, text, hasChange }) => {
        const [now, before] = [of(totals), previous ? of(previous.totals) : undefined];
        const change = hasChange && now !== null && before ? changeText(now, before) : undefined;
        return (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{now === null ? figures.unknown : text(now)}</dd>
            {before !== undefined && (
              <dd class="before">
                {figures.before(before === null ? figures.unknown : text(before))}
                {change && <span class="change">{change}</span>}
              </dd>
            )}
          </div>
        );
      })}
    </dl>
  );
}
