import { etagOf } from '@foyer/client';
import type { ComponentChildren, VNode } from 'preact';
import { useContext } from 'preact/hooks';
import { words } from '../words/english.js';
import { CurrentForm, FieldNotes } from './form-context.js';
import { SEEN_FIELD } from './form-state.js';

interface FieldProps {
  name: string;
  label: string;
  hint?: ComponentChildren;
  required?: boolean;
}

interface InputAttributes {
  id: string;
  name: string;
  'aria-describedby': string | undefined;
  'aria-invalid': true | undefined;
}

interface Described extends FieldProps {
  children: (attributes: InputAttributes) => VNode;
}

/** The value of a box that is ticked. */
export const TICKED = 'yes';

export const idOf = (name: string): string => `field-${name.replaceAll('.', '-')}`;

/** What is wrong with the field that is called so. */
function useProblems(name: string, label: string): string[] {
  const form = useContext(CurrentForm);
  form?.learnLabel(name, label);
  return form?.problemsOf(name) ?? [];
}

/** A label, its input, a hint, and what is wrong. */
function Field({ name, label, hint, required, children }: Described): VNode {
  const problems = useProblems(name, label);
  const notes = useContext(FieldNotes).filter((note) => note.field === name);
  const id = idOf(name);
  const described = [
    hint && `${id}-hint`,
    notes.length > 0 && `${id}-notes`,
    problems.length > 0 && `${id}-problem`,
  ]
    .filter(Boolean)
    .join(' ');
  return (
    <div class={problems.length > 0 ? 'field wrong' : 'field'}>
      <label for={id}>
        {label}
        {required === false && <span class="optional"> {words.forms.optional}</span>}
      </label>
      {hint && (
        <p class="hint" id={`${id}-hint`}>
          {hint}
        </p>
      )}
      {children({
        id,
        name,
        'aria-describedby': described || undefined,
        'aria-invalid': problems.length > 0 || undefined,
      })}
      <Problems id={`${id}-problem`} problems={problems} />
      {notes.length > 0 && (
        <ul class="notes" id={`${id}-notes`}>
          {notes.map(({ text, isSerious }) => (
            <li key={text} class={isSerious ? 'serious' : undefined}>
              {text}
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}

function Problems({ id, problems }: { id: string; problems: readonly string[] }): VNode | null {
  if (problems.length === 0) return null;
  return (
    <p class="problem" id={id}>
      {problems.join(' ')}
    </p>
  );
}

interface TextProps extends FieldProps {
  type?: 'text' | 'password' | 'number' | 'url' | 'search' | 'date' | 'datetime-local';
  autocomplete?: string;
}

export function TextField({ type = 'text', autocomplete = 'off', ...props }: TextProps): VNode {
  const value = useContext(CurrentForm)?.value(props.name);
  // The declared types of inputs differ in their roles, of which there is none here.
  const kind = { type } as { type: 'text' };
  return (
    <Field {...props}>
      {(attributes) => (
        <input
          {...attributes}
          {...kind}
          autocomplete={autocomplete}
          dir={type === 'text' ? 'auto' : undefined}
          // A secret is never sent back.
          value={type === 'password' ? '' : value}
          spellcheck={type === 'text'}
        />
      )}
    </Field>
  );
}

export function TextArea({ rows = 4, ...props }: FieldProps & { rows?: number }): VNode {
  const value = useContext(CurrentForm)?.value(props.name);
  return (
    <Field {...props}>
      {(attributes) => (
        <textarea {...attributes} rows={rows} dir="auto">
          {value}
        </textarea>
      )}
    </Field>
  );
}

export type Choice = readonly [value: string, label: string];

interface SelectProps extends FieldProps {
  choices: readonly Choice[];
  /** Offers the chosen value although it is none of the choices, because there are more than one list shows. */
  keepsUnknown?: boolean;
  /** What that value is called; otherwise it stands for itself. */
  nameOf?: (unknown: string) => string;
}

export function SelectField({ choices: known, keepsUnknown, nameOf, ...props }: SelectProps): VNode {
  const chosen = useContext(CurrentForm)?.value(props.name);
  const isUnknown = keepsUnknown && chosen && !known.some(([value]) => value === chosen);
  const choices: readonly Choice[] = isUnknown ? [...known, [chosen, nameOf?.(chosen) ?? chosen]] : known;
  return (
    <Field {...props}>
      {(attributes) => (
        <select {...attributes}>
          {choices.map(([value, label]) => (
            <option key={value} value={value} selected={value === chosen}>
              {label}
            </option>
          ))}
        </select>
      )}
    </Field>
  );
}

/** What the person does not see, and the form keeps. */
export function HiddenField({ name }: { name: string }): VNode {
  return <input type="hidden" name={name} value={useContext(CurrentForm)?.value(name)} />;
}

/**
 * The state of the record when the person opened the form: a change that somebody else makes meanwhile is not
 * overwritten, not even after a form with mistakes.
 */
export function SeenField({ of: record }: { of: object }): VNode {
  const sent = useContext(CurrentForm)?.value(SEEN_FIELD);
  return <input type="hidden" name={SEEN_FIELD} value={sent || etagOf(record)} />;
}

/** For several files at once. */
export function FileField({ accept, ...props }: FieldProps & { accept?: string }): VNode {
  return (
    <Field {...props}>{(attributes) => <input {...attributes} type="file" accept={accept} multiple />}</Field>
  );
}

/** One box that is ticked or not. */
export function CheckField({ name, label, hint }: FieldProps): VNode {
  const isTicked = useContext(CurrentForm)?.value(name) === TICKED;
  const id = idOf(name);
  return (
    <div class="field">
      <label class="box" for={id}>
        <input
          id={id}
          type="checkbox"
          name={name}
          value={TICKED}
          checked={isTicked}
          aria-describedby={hint ? `${id}-hint` : undefined}
        />
        <span>{label}</span>
      </label>
      {hint && (
        <p class="hint" id={`${id}-hint`}>
          {hint}
        </p>
      )}
    </div>
  );
}

interface BoxesProps {
  name: string;
  legend: string;
  hint?: string;
  children: ComponentChildren;
}

/** Boxes of which several can be ticked, and what is wrong with the choice. */
export function Boxes({ name, legend, hint, children }: BoxesProps): VNode {
  const problems = useProblems(name, legend);
  const id = idOf(name);
  return (
    <fieldset class={problems.length > 0 ? 'wrong' : undefined} id={id} tabIndex={-1}>
      <legend>{legend}</legend>
      {hint && <p class="hint">{hint}</p>}
      {children}
      <Problems id={`${id}-problem`} problems={problems} />
    </fieldset>
  );
}

interface BoxProps {
  name: string;
  value: string;
  children: ComponentChildren;
}

/** One of the boxes with this name. */
export function Box({ name, value, children }: BoxProps): VNode {
  const isTicked = useContext(CurrentForm)?.all(name).includes(value);
  return (
    <label class="box">
      <input type="checkbox" name={name} value={value} checked={isTicked} />
      <span>{children}</span>
    </label>
  );
}

/** What is wrong with the whole form, and links to the fields that are wrong. */
export function ProblemSummary({ title = words.forms.notSaved }: { title?: string }): VNode | null {
  const form = useContext(CurrentForm);
  const problems = form?.problems ?? [];
  if (problems.length === 0) return null;
  const isShown = (field: string) => form?.labelOf(field) !== undefined;
  return (
    <div class="notice bad" role="alert">
      <p>
        <strong>{title}</strong>
      </p>
      <ul>
        {problems.map(({ field, message }) => (
          <li key={message}>{isShown(field) ? <a href={`#${idOf(field)}`}>{message}</a> : message}</li>
        ))}
      </ul>
    </div>
  );
}
