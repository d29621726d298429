import type { PageCheck } from '@foyer/client';
import type { VNode } from 'preact';
import { idOf } from '../../parts/fields.js';
import type { FieldNote } from '../../parts/form-context.js';
import type { FormState } from '../../parts/form-state.js';
import { Badge } from '../../parts/shown.js';
import { words } from '../../words/english.js';

type Finding = PageCheck['findings'][number];

interface FindingsProps {
  of: PageCheck;
  /** Of the form, which is rendered before: then its labels are known. */
  state: FormState;
}

export function Findings({ of: { findings, isComplete }, state }: FindingsProps): VNode {
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
              <Place of={finding} label={state.labelOf(fieldOf(finding))} />
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

function Place({ of: finding, label }: { of: Finding; label: string | undefined }): VNode {
  if (label === undefined) return <code>{finding.pointer}</code>;
  return <a href={`#${idOf(fieldOf(finding))}`}>{label}</a>;
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
