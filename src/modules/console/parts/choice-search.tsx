import type { VNode } from 'preact';
import { useContext } from 'preact/hooks';
import { words } from '../words/english.js';
import { TextField, idOf } from './fields.js';
import { CurrentForm } from './form-context.js';
import type { FormState } from './form-state.js';

/** The name of the buttons that search. */
const SEARCH = 'search';

/** What is typed, and what was searched for last. */
const typedField = (kind: string): string => `search.${kind}`;
const doneField = (kind: string): string => `searched.${kind}`;
const TYPED = /^search\.(\w+)$/;

interface ChoiceSearchProps {
  /** What is searched for, such as `topics`. */
  kind: string;
  label: string;
  /** The address that shows the form again, with other choices. */
  to: string;
  choices: { found: readonly unknown[]; hasMore: boolean };
}

/** A field that searches for what another field then offers. It is there if not all can be offered at once. */
export function ChoiceSearch({
  kind,
  label,
  to,
  choices: { found, hasMore },
}: ChoiceSearchProps): VNode | null {
  const query = useContext(CurrentForm)?.value(typedField(kind)).trim() ?? '';
  if (!hasMore && query === '') return null;
  const { forms } = words;
  return (
    <div class="searching">
      <input type="hidden" name={doneField(kind)} value={query} />
      <TextField
        name={typedField(kind)}
        label={label}
        hint={found.length === 0 ? forms.noneFound : hasMore ? forms.firstOnly(found.length) : undefined}
        type="search"
      />
      <button class="quiet" formaction={`${to}#${idOf(typedField(kind))}`} name={SEARCH} value={kind}>
        {forms.search}
      </button>
    </div>
  );
}

export function choiceQuery(state: FormState, kind: string): string | undefined {
  return state.value(typedField(kind)).trim() || undefined;
}

/** What the form was sent to search for, by its button or by Enter in the field: then nothing is to be saved. */
export function searchIn(form: URLSearchParams): string | undefined {
  const kinds = [...form.keys()].flatMap((name) => TYPED.exec(name)?.[1] ?? []);
  const isNew = (kind: string) => form.get(typedField(kind))!.trim() !== (form.get(doneField(kind)) ?? '');
  return form.get(SEARCH) ?? kinds.find(isNew);
}
