import type { VNode } from 'preact';
import type { Step, StepsBlock } from '../../../pages/index.js';
import type { BlockParts } from './block-parts.js';

/** A few steps stand side by side on wide screens. The numbers are those of the list. */
export const STEPS_CSS = `
.steps>h2{margin-bottom:1.75rem}
.steps ol{display:grid;gap:1.75rem;margin:0;padding:0;list-style:none;counter-reset:step}
.steps li{position:relative;display:grid;grid-template-columns:2.5rem minmax(0,1fr);gap:.35rem 1.1rem;align-content:start;counter-increment:step}
.steps li::before{content:counter(step);display:grid;place-items:center;grid-row:1/3;width:2.5rem;height:2.5rem;
border:1.5px solid currentcolor;border-radius:calc(50%*min(var(--corners),1));color:var(--link);font-weight:650;font-variant-numeric:tabular-nums}
.steps li>*{grid-column:2}
.steps li>:is(h2,h3){padding-top:.45rem;font-size:1.1875rem}
.steps li>.prose{max-width:60ch;color:var(--soft)}
@media(min-width:60rem){.row ol{gap:3rem}
.row.of-2 ol{grid-template-columns:repeat(2,minmax(0,1fr))}
.row.of-3 ol{grid-template-columns:repeat(3,minmax(0,1fr))}
.row.of-4 ol{grid-template-columns:repeat(4,minmax(0,1fr));gap:2rem}
.row li{grid-template-columns:minmax(0,1fr)}
.row li>*,.row li::before{grid-column:1;grid-row:auto}}`;

/** More than these stand one below the other. */
const MOST_IN_A_ROW = 4;

export function Steps({ title, steps, prose }: StepsBlock & BlockParts): VNode | null {
  if (steps.length === 0) return null;
  const isRow = steps.length > 1 && steps.length <= MOST_IN_A_ROW;
  const layout = isRow ? `row of-${steps.length}` : title ? 'titled' : '';
  return (
    <div class={`block steps ${layout}`.trim()}>
      {title && <h2 dir="auto">{title}</h2>}
      {/* Safari does not take a list without markers for a list. */}
      <ol role="list">
        {steps.map((step) => (
          <li>
            <StepTitle {...step} isBelowTitle={Boolean(title)} />
            {step.text && prose(step.text, title ? 3 : 2)}
          </li>
        ))}
      </ol>
    </div>
  );
}

function StepTitle({ title, isBelowTitle }: Step & { isBelowTitle: boolean }): VNode {
  return isBelowTitle ? <h3 dir="auto">{title}</h3> : <h2 dir="auto">{title}</h2>;
}
