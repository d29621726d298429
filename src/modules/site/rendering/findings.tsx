import type { VNode } from 'preact';

/** One thing that visitors would stumble over. */
export interface ShownFinding {
  pointer: string;
  severity: string;
  message: string;
  fix: string;
}

export interface FindingsProps {
  /** The most severe ones first. */
  findings: readonly ShownFinding[];
  /** False if there are more. */
  isComplete: boolean;
}

/** For people who edit the page, in the language of the API, above a preview that asks for it. */
export function Findings({ findings, isComplete }: FindingsProps): VNode {
  return (
    <aside class="findings" lang="en" dir="ltr" aria-labelledby="findings">
      <div class="wrap">
        <p id="findings">
          <strong>{findings.length === 0 ? 'The check has found nothing.' : countOf(findings)}</strong>{' '}
          {!isComplete && 'There are more. '}
          Only this preview shows findings.
        </p>
        {findings.length > 0 && (
          // Scrolls, so it must be reachable with the keyboard.
          <ol tabindex={0} aria-labelledby="findings">
            {findings.map((each) => (
              <Item {...each} />
            ))}
          </ol>
        )}
      </div>
    </aside>
  );
}

/** Texts of the page within the message have the direction of the message. */
function Item({ severity, pointer, message, fix }: ShownFinding): VNode {
  return (
    <li>
      <p>
        <strong class={severity}>{severity}</strong> {message}
      </p>
      <p>
        {fix} <code>{pointer}</code>
      </p>
    </li>
  );
}

/** `3 findings: 2 errors, 1 hint.` */
function countOf(findings: readonly ShownFinding[]): string {
  const counts = new Map<string, number>();
  for (const { severity } of findings) counts.set(severity, (counts.get(severity) ?? 0) + 1);
  const parts = [...counts].map(([severity, count]) => counted(count, severity));
  return `${counted(findings.length, 'finding')}: ${parts.join(', ')}.`;
}

function counted(count: number, what: string): string {
  return `${count} ${what}${count === 1 ? '' : 's'}`;
}

/** The colours are those of the page, in which every text is readable. */
export const FINDINGS_CSS = `
.findings{border-bottom:3px solid var(--fault);background:var(--card);font-size:.9375rem;line-height:1.5}
.findings .wrap{padding-block:1rem}
.findings p{margin:0}
.findings ol{max-height:40vh;margin:.75rem 0 0;padding:.25rem .25rem .25rem 2.25rem;overflow-y:auto}
.findings li+li{margin-top:.6rem}
.findings li strong{margin-inline-end:.25em;text-transform:capitalize}
.findings .error{color:var(--fault)}
.findings li p+p{color:var(--soft)}
.findings+header{position:static}
.findings code{overflow-wrap:anywhere;font-size:.875rem}
@media print{.findings ol{max-height:none}}`.replaceAll('\n', '');
