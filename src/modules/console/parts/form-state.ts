import { randomBytes } from 'node:crypto';
import type { FoyerError } from '@foyer/client';
import { FieldsByName } from './fields-by-name.js';
import { rowsIn, type FormRow } from './form-rows.js';

/** One thing that is wrong, in the words of the API. */
export interface FieldProblem {
  /** The name of the field; empty if the form has none for it. */
  field: string;
  message: string;
}

/** The name of the hidden field with the ETag of the record that the person changes. */
export const SEEN_FIELD = 'seen';

const PRECONDITION_FAILED = 412;

/** Names the field of the form that a place in the request comes from. */
export type FieldOf = (place: string) => string | undefined;

/** What fields of a form are called, by the names that they have in the API. */
export type Labels = Readonly<Record<string, string>>;

/** What the names of the API mean in a form. */
export interface Naming {
  fieldOf?: FieldOf;
  labels?: Labels;
}

/** The values of a form, and what is wrong with them. */
export class FormState {
  private readonly values: FieldsByName;

  private constructor(
    values: Iterable<[string, string]>,
    readonly problems: readonly FieldProblem[],
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
  static refused(
    sent: URLSearchParams,
    error: FoyerError,
    { fieldOf = () => undefined, labels = {} }: Naming = {},
  ): FormState {
    const faults = error.faults.map(({ pointer, parameter, message }) => ({
      field: fieldOf(pointer ?? parameter ?? '') ?? fieldAt(pointer) ?? '',
      message: withLabel(message, labels),
    }));
    const known = fieldOf(error.code);
    const whole = [{ field: known ?? '', message: error.detail }];
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

  problemsOf(field: string): string[] {
    return this.problems.filter((problem) => problem.field === field).map(({ message }) => message);
  }
}

/** A message of the API begins with the name of the field, unless it is a sentence of its own. */
function withLabel(message: string, labels: Labels): string {
  const [name = '', ...rest] = message.split(' ');
  return Object.hasOwn(labels, name) ? [labels[name], ...rest].join(' ') : message;
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
