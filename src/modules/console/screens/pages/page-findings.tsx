import type { PageCheck } from '@foyer/client';
import type { VNode } from 'preact';
import type { FieldNote } from '../../parts/form-context.js';
import { Badge } from '../../parts/shown.js';
import { words } from '../../words/english.js';
import { PAGE_LABELS } from './page-labels.js';

type Finding = PageCheck['findings'][number];

export function Findings({ of: { findings, isComplete } }: { of: PageCheck }): VNode {
  const { pages } = words;
  return (
    <section aria-labelledby="findings">
      <h2 id="findings">{pages.checkTitle}</h2>
      {findings.length === 0 && <p class="hint">{pages.checkNone}</p>}
      <ul class="findings">
        {findings.map((finding) => (
          <li key={finding.pointer + finding.code}>
            <p>
              <Badge tone={isSerious(finding) ? 'bad' : 'warn'}>{pages.severities[finding.severity]}</Badge>{' '}
              {PAGE_LABELS[fieldOf(finding)] ?? <code>{finding.pointer}</code>}
            </p>
            <p>{finding.message}</p>
            <p class="hint">{finding.fix}</p>
          </li>
        ))}
      </ul>
      {!isComplete && <p class="hint">{pages.checkMore}</p>}
    </section>
  );
}

function isSerious({ severity }: Finding): boolean {
  return severity === 'error';
}

function fieldOf({ pointer }: Finding): string {
  return pointer.slice(1).replaceAll('/', '.');
}

/** The same at the field that it is about. */
export function noteOf(finding: Finding): FieldNote {
  return {
    field: fieldOf(finding),
    text: `${finding.message} ${finding.fix}`,
    isSerious: isSerious(finding),
  };
}
