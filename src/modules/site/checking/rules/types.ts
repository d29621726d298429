import { finding, quoted, type Finding, type FindingCode } from './finding.js';
import type { CheckedPage, FieldValue } from '../checked/checked-page.js';
import { nearestOf } from './nearest.js';

export const ACTION_TYPES = ['open_url', 'submit_form', 'copy_text'];
export const WIDGET_TYPES = ['logo_marquee', 'video'];

/** Types are free text, so that clients can have others; the site shows only those that it knows. */
export function typeFindings({ actions, widgets }: CheckedPage): Finding[] {
  return [
    ...actions.flatMap(({ type }) => unknownType('unknown_action_type', 'action', type, ACTION_TYPES)),
    ...widgets.flatMap(({ pointer, value }) =>
      unknownType(
        'unknown_widget_type',
        'widget',
        { pointer: `${pointer}/type`, value: value.type },
        WIDGET_TYPES,
      ),
    ),
  ];
}

function unknownType(
  code: FindingCode,
  what: string,
  { pointer, value }: FieldValue<string>,
  known: readonly string[],
): Finding[] {
  if (known.includes(value)) return [];
  const nearest = nearestOf(value, known);
  const fix = nearest ? `Did you mean ${quoted(nearest)}?` : `Use one of ${known.map(quoted).join(', ')}.`;
  return [finding(code, pointer, `The site does not know the ${what} type ${quoted(value)}.`, fix)];
}
