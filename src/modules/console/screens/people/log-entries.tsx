import type { ComponentChildren, VNode } from 'preact';
import { ProblemSummary, TextArea, TextField } from '../../parts/fields.js';
import { Form } from '../../parts/form-context.js';
import { FormState } from '../../parts/form-state.js';
import { Moment } from '../../parts/shown.js';
import { words } from '../../words/english.js';
import { textIn } from '../kit/screen.js';

export const LOG_PAGE_SIZE = 20;

/** As much of the data of an entry as is shown. Other systems write any. */
const SHOWN_DATA = 1000;

/** What entries that people write here have. */
const SOURCE = 'console';
const USUAL_TYPE = 'note';

interface Entry {
  source: string;
  type: string;
  payload: Record<string, unknown>;
  createdAt: Date;
}

interface EntryRowProps {
  of: Entry;
  /** Whose entry it is, where that differs. */
  whose?: ComponentChildren;
}

export function EntryRow({ of: { source, type, payload, createdAt }, whose }: EntryRowProps): VNode {
  const { people } = words;
  const { note, ...further } = payload;
  const isNote = typeof note === 'string';
  const data = isNote ? further : payload;
  return (
    <li class="row">
      <div class="what">
        <h3>{type}</h3>
        <p class="meta">
          <Moment at={createdAt} />
          <span>{people.entrySource(source)}</span>
          {whose}
        </p>
        {isNote && (
          <p class="noted" dir="auto">
            {note}
          </p>
        )}
        {Object.keys(data).length > 0 && (
          <details>
            <summary>{people.entryData}</summary>
            <pre>{shortened(JSON.stringify(data, null, 2))}</pre>
          </details>
        )}
      </div>
    </li>
  );
}

function shortened(text: string): string {
  return text.length > SHOWN_DATA ? `${text.slice(0, SHOWN_DATA)}…` : text;
}

export const newEntry = (): FormState => FormState.of({ type: USUAL_TYPE });

/** To note what happened. */
export function EntryForm({ to, state }: { to: string; state: FormState }): VNode {
  const { people } = words;
  return (
    <Form to={to} state={state} class="card">
      <h3>{people.addEntry}</h3>
      <ProblemSummary />
      <TextField name="type" label={people.entryType} hint={people.entryTypeHint} />
      <TextArea name="note" label={people.entryText} rows={3} />
      <div class="actions">
        <button>{people.addEntry}</button>
      </div>
    </Form>
  );
}

/** The entry that a form describes, or the form with what is missing. The API takes an entry without a note. */
export function entryIn(form: URLSearchParams): Omit<Entry, 'createdAt'> | FormState {
  const note = textIn(form, 'note');
  if (note === '') return FormState.sent(form, [{ field: 'note', message: words.people.noEntryText }]);
  return { source: SOURCE, type: textIn(form, 'type'), payload: { note } };
}
