import { FoyerError } from '@foyer/client';
import type { VNode } from 'preact';
import type { Api } from '../../calling/api-caller.js';
import { FormState, SEEN_FIELD } from '../../parts/form-state.js';
import type { SectionName } from '../../parts/layout.js';
import type { SentFile } from '../../uploads/sent-form.js';
import { UnreadableForm } from '../../uploads/unreadable-form.js';

/** A request of somebody who is signed in. */
export interface Visit {
  api: Api;
  params: Readonly<Record<string, string>>;
  query: URLSearchParams;
  /** The fields of the submitted form. */
  form: URLSearchParams;
  /** The files of an upload, one after the other as they arrive. Each is gone when the next one is asked for. */
  files: AsyncIterable<SentFile>;
  /** The upload has more files than it may have. Known once the files are read. */
  hasMoreFiles: () => boolean;
  /** The size that a file can have. */
  maxFileBytes: number;
  /** The id of the key of the session. */
  keyId: string;
  /** The address of the API on this machine. */
  apiUrl: string;
  /** The script of the screen asks for the states that have changed. It shows no new preview. */
  isUnasked: boolean;
}

export interface Shown {
  title: string;
  section: SectionName;
  content: VNode;
  /** 200, if it is not stated. */
  status?: number;
  /** The address that shows the states of this screen, for when a form has led to it. */
  at?: string;
}

/** A table for spreadsheets, as a file. */
export interface CsvFile {
  csv: string;
  name: string;
}

/** A screen, the address of the next one, a picture on a screen, or a file. */
export type ScreenAnswer = Shown | { next: string } | { svg: string } | CsvFile;

export type Show = (visit: Visit) => Promise<ScreenAnswer>;

/** Screens by method and path. An `UPLOAD` is a POST of a form with files. */
export type Screens = Readonly<Record<`${'GET' | 'POST' | 'UPLOAD'} /${string}`, Show>>;

/** A text of a form without the spaces around it. Browsers send each line break as two characters. */
export function textIn(form: URLSearchParams, name: string): string {
  return (form.get(name) ?? '').replaceAll('\r\n', '\n').trim();
}

/** The same, or undefined if it is empty. */
export function optionalIn(form: URLSearchParams, name: string): string | undefined {
  return textIn(form, name) || undefined;
}

/** The page of a list that the address asks for. */
export function pageIn(query: URLSearchParams, limit: number): { limit: number; cursor: string | undefined } {
  return { limit, cursor: query.get('cursor') ?? undefined };
}

/** What a header can carry. */
const ETAG = /^[\x20-\x7e]*$/;

/** For a change of the record only as the form has shown it, if the form says so. */
export function asSeen(form: URLSearchParams): { ifMatch?: string } {
  const ifMatch = textIn(form, SEEN_FIELD);
  if (!ETAG.test(ifMatch)) throw new UnreadableForm('The form has an unreadable ETag.');
  return ifMatch === '' ? {} : { ifMatch };
}

/** Undefined if the key lacks the right to it: the rest of a screen is shown all the same. */
export function ifAllowed<Answer>(answer: PromiseLike<Answer>): Promise<Answer | undefined> {
  return unlessRefused(answer, [403]);
}

/** The same for a record that may be gone. */
export function ifThere<Answer>(answer: PromiseLike<Answer>): Promise<Answer | undefined> {
  return unlessRefused(answer, [403, 404]);
}

async function unlessRefused<Answer>(
  answer: PromiseLike<Answer>,
  statuses: readonly number[],
): Promise<Answer | undefined> {
  try {
    return await answer;
  } catch (error) {
    if (error instanceof FoyerError && statuses.includes(error.status ?? 0)) return undefined;
    throw error;
  }
}

/** The filters of a list that are given, without the spaces around them. */
export function filtersIn<Name extends string>(
  query: URLSearchParams,
  names: readonly Name[],
): Partial<Record<Name, string>> {
  const given = names.map((name) => [name, query.get(name)?.trim()] as const);
  return Object.fromEntries(given.filter(([, value]) => value)) as Partial<Record<Name, string>>;
}

/** What the API answers to filters, or their form with what is wrong with these fields. */
export async function answerOrForm<Answer>(
  query: URLSearchParams,
  fields: readonly string[],
  answer: PromiseLike<Answer>,
): Promise<Answer | FormState> {
  try {
    return await answer;
  } catch (error) {
    if (!(error instanceof FoyerError) || error.status !== 400) throw error;
    const isShown = ({ parameter = '' }: FoyerError['faults'][number]) => fields.includes(parameter);
    if (error.faults.length === 0 || !error.faults.every(isShown)) throw error;
    return FormState.refused(query, error, (place) => place);
  }
}
