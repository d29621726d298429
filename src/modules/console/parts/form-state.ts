import { randomBytes } from 'node:crypto';
import type { FoyerError } from '@foyer/client';
import { words } from '../words/english.js';
import { FieldsByName } from './fields-by-name.js';
import { rowsIn, type FormRow } from './form-rows.js';

/** One thing that is wrong, in the words of the API. */
export interface FieldProblem {
  /** The name of the field; empty if the form has none for it. */
  field: string;
  message: string;
  /** What the API calls the field, if the message begins with it. People know the label instead. */
  calledBy?: string;
  /** The message is a regular expression. */
  isPattern?: boolean;
}

/** The name of the hidden field with the ETag of the record that the person changes. */
export const SEEN_FIELD = 'seen';

const PRECONDITION_FAILED = 412;
/** In a message with a regular expression, which is for programs. */
const PATTERN = / must match \^/;

/** Names the field of the form that a place in the request comes from. */
export type FieldOf = (place: string) => string | undefined;

/** The values of a form, and what is wrong with them. */
export class FormState {
  private readonly values: FieldsByName;
  private readonly labels = new Map<string, string>();

  private constructor(
    values: Iterable<[string, string]>,
    private readonly found: readonly FieldProblem[],
    /** The idempotency key of the submission. */
    readonly once: string,
  ) {
    this.values = new FieldsByName(values);
  }

  static of(values: Readonly<Record<string, string | readonly string[]>> = {}): FormState {
    const pairs = Object.entries(values).flatMap(([name, value]) =>
      [value].flat().map((each): [string, string] => [name, each]),
    );
    return new FormState(pairs, [], newOnce());
  }

  /** As sent; the next submission is another one. */
  static sent(sent: URLSearchParams, problems: readonly FieldProblem[] = []): FormState {
    return new FormState(sent, problems, newOnce());
  }

  /**
   * As sent, with the problems of the answer. The next submission is another one. A person who learns that somebody else
   * has changed the record has now seen that change.
   */
  static refused(sent: URLSearchParams, error: FoyerError, fieldOf: FieldOf = () => undefined): FormState {
    const faults = error.faults.map(({ pointer, parameter, message }) => ({
      field: fieldOf(pointer ?? parameter ?? '') ?? fieldAt(pointer) ?? '',
      message,
      isPattern: PATTERN.test(message),
      calledBy: nameAtStart(message, pointer?.slice(1).replaceAll('/', '.') ?? parameter),
    }));
    const known = fieldOf(error.code);
    const whole = [{ field: known ?? '', message: ownWords(error.code) ?? error.detail }];
    const values = new URLSearchParams(sent);
    if (error.status === PRECONDITION_FAILED) values.delete(SEEN_FIELD);
    return new FormState(values, faults.length > 0 ? faults : whole, newOnce());
  }

  value(name: string): string {
    return this.values.get(name) ?? '';
  }

  all(name: string): string[] {
    return this.values.getAll(name);
  }

  rows(list: string): FormRow[] {
    return rowsIn(this.values, list);
  }

  /** A field says what it is called when it is rendered. */
  learnLabel(field: string, label: string): void {
    this.labels.set(field, label);
  }

  /** Undefined for a field that was not rendered yet. */
  labelOf(field: string): string | undefined {
    return this.labels.get(field);
  }

  /** What is wrong. Messages name fields by their labels, as far as they are known. */
  get problems(): FieldProblem[] {
    return this.found.map(({ field, message, calledBy, isPattern }) => {
      const label = this.labels.get(field);
      if (label === undefined || calledBy === undefined) return { field, message };
      if (isPattern) return { field, message: words.forms.notAsDescribed(label) };
      return { field, message: label + message.slice(calledBy.length) };
    });
  }

  problemsOf(field: string): string[] {
    return this.problems.filter((problem) => problem.field === field).map(({ message }) => message);
  }
}

/** Of problems that the API describes for programs. */
function ownWords(code: string): string | undefined {
  return Object.hasOwn(words.problems, code)
    ? words.problems[code as keyof typeof words.problems]
    : undefined;
}

/** A message of the API begins with the name of the field, such as `fields.0.label`, or is a sentence of its own. */
function nameAtStart(message: string, name: string | undefined): string | undefined {
  return name && message.startsWith(`${name} `) ? name : undefined;
}

/** `/rateLimit/burst` is the field `rateLimit.burst`, and `/scopes/0` is a value of `scopes`. */
function fieldAt(pointer: string | undefined): string | undefined {
  return pointer
    ?.slice(1)
    .split('/')
    .filter((part) => !/^\d+$/.test(part))
    .join('.');
}

/** What is in the field of forms that tells their submissions apart. */
export const ONCE = /^[0-9a-f]{32}$/;

export function newOnce(): string {
  return randomBytes(16).toString('hex');
}
