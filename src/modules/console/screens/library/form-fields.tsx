import type { CreateForm, CreateFormField, FormFieldType } from '@foyer/client';
import type { VNode } from 'preact';
import { slugOf } from '../../../../shared/kernel/texts/slug.js';
import { CheckField, SelectField, TextArea, TextField, TICKED } from '../../parts/fields.js';
import type { FormState } from '../../parts/form-state.js';
import { words } from '../../words/english.js';
import { optionalIn, textIn } from '../kit/screen.js';
import type { ShownForm } from './forms.js';

const MOST_FIELDS = 30;
/** Empty lines for more fields. */
const EMPTY_LINES = 2;

const TYPES = Object.entries(words.library.forms.types) as [FormFieldType, string][];

/** What the API wants of the name of a field. */
const LONGEST_NAME = 36;
const OTHERWISE = 'field';

export function FormFields({ state }: { state: FormState }): VNode {
  const { forms: own } = words.library;
  return (
    <>
      <TextField name="name" label={own.name} hint={own.nameHint} />
      <fieldset class="more">
        <legend>{own.fields}</legend>
        <p class="hint">{own.fieldsHint}</p>
        <ol class="lines">
          {Array.from({ length: linesFor(state) }, (_, at) => (
            <li key={at}>
              <FieldLine at={at} state={state} />
            </li>
          ))}
        </ol>
      </fieldset>
      <fieldset class="more">
        <legend>{own.thanks}</legend>
        <TextArea name="thankYouText" label={own.thankYouText} rows={2} required={false} />
        <TextField
          name="thankYouUrl"
          label={own.thankYouUrl}
          hint={own.thankYouUrlHint}
          type="url"
          required={false}
        />
      </fieldset>
    </>
  );
}

function FieldLine({ at, state }: { at: number; state: FormState }): VNode {
  const { forms: own } = words.library;
  const of = (part: string) => `fields.${at}.${part}`;
  return (
    <fieldset>
      <legend class="hint">{own.line(at + 1)}</legend>
      {['name', 'minLength', 'maxLength'].map((part) => (
        <input key={part} type="hidden" name={of(part)} value={state.value(of(part))} />
      ))}
      <div class="pair">
        <TextField name={of('label')} label={own.label} />
        <SelectField name={of('type')} label={own.type} choices={TYPES} />
      </div>
      {mayHaveOptions(state, at) && (
        <TextArea name={of('options')} label={own.options} hint={own.optionsHint} rows={3} required={false} />
      )}
      <CheckField name={of('required')} label={own.required} />
    </fieldset>
  );
}

/** A choice, or a line whose kind is not chosen yet. */
function mayHaveOptions(state: FormState, at: number): boolean {
  const of = (part: string) => `fields.${at}.${part}`;
  return state.value(of('type')) === 'choice' || state.value(of('label')) === '';
}

export function valuesOf({ name, fields, thankYouText, thankYouUrl }: ShownForm): Record<string, string> {
  return {
    ...{ name, thankYouText: thankYouText ?? '', thankYouUrl: thankYouUrl ?? '' },
    ...Object.fromEntries(
      fields.flatMap((field, at) =>
        Object.entries({
          ...{ name: field.name, label: field.label, type: field.type },
          options: field.options.join('\n'),
          required: field.required ? TICKED : '',
          minLength: String(field.minLength ?? ''),
          maxLength: String(field.maxLength ?? ''),
        }).map(([part, value]) => [`fields.${at}.${part}`, value]),
      ),
    ),
  };
}

/** A field without a label is left out. */
export function formRecordIn(form: URLSearchParams): CreateForm {
  const lines = linesOf((name) => textIn(form, name));
  const names = namesIn(form, lines);
  return {
    name: textIn(form, 'name'),
    fields: lines.map((at, index) => fieldAt(form, at, names[index]!)),
    thankYouText: optionalIn(form, 'thankYouText') ?? null,
    thankYouUrl: optionalIn(form, 'thankYouUrl') ?? null,
  };
}

function fieldAt(form: URLSearchParams, at: number, name: string): CreateFormField {
  const of = (part: string) => textIn(form, `fields.${at}.${part}`);
  const length = (part: 'minLength' | 'maxLength') => (of(part) === '' ? {} : { [part]: Number(of(part)) });
  return {
    name,
    type: of('type') as FormFieldType,
    label: of('label'),
    required: of('required') === TICKED,
    options: of('options')
      .split('\n')
      .map((option) => option.trim())
      .filter((option) => option !== ''),
    ...length('minLength'),
    ...length('maxLength'),
  };
}

/** Answers are stored under these names: fields keep theirs, and new ones are named by their labels. */
function namesIn(form: URLSearchParams, lines: readonly number[]): string[] {
  const kept = lines.map((at) => textIn(form, `fields.${at}.name`));
  const taken = new Set(kept);
  return lines.map((at, index) => {
    if (kept[index] !== '') return kept[index]!;
    const name = nameFor(textIn(form, `fields.${at}.label`), taken);
    taken.add(name);
    return name;
  });
}

function nameFor(label: string, taken: ReadonlySet<string>): string {
  const slug = slugOf(label, OTHERWISE)
    .replaceAll('-', '_')
    .replace(/^(?=\d)/, `${OTHERWISE}_`);
  const name = slug.slice(0, LONGEST_NAME).replace(/_+$/, '');
  for (let count = 2; ; count++) {
    const numbered = count === 2 ? name : `${name}_${count - 1}`;
    if (!taken.has(numbered)) return numbered;
  }
}

/** The filled lines, and some empty ones. */
function linesFor(state: FormState): number {
  const last = Math.max(0, ...linesOf((name) => state.value(name)).map((at) => at + 1));
  return Math.min(last + EMPTY_LINES, MOST_FIELDS);
}

function linesOf(valueOf: (name: string) => string): number[] {
  return Array.from({ length: MOST_FIELDS }, (_, at) => at).filter(
    (at) => valueOf(`fields.${at}.label`) !== '',
  );
}

/** Names the field of a line: those without a label are not sent, so lines of the request are others than the form's. */
export function fieldOfFormIn(form: URLSearchParams): (place: string) => string | undefined {
  const lines = linesOf((name) => textIn(form, name));
  return (place) => {
    if (place === '/fields') return 'fields.0.label';
    const [, at, part = 'label'] = /^\/fields\/(\d+)(?:\/(\w+))?/.exec(place) ?? [];
    if (at === undefined) return undefined;
    // People do not see the name: it comes from the label.
    return `fields.${lines[Number(at)]}.${part === 'name' ? 'label' : part}`;
  };
}
