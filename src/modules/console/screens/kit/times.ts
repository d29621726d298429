import { textIn } from './screen.js';

const LOCAL = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(:\d{2})?$/;

/** A time of a form, in UTC; undefined if it is empty. What is no time, the API refuses. */
export function momentIn(form: URLSearchParams, name: string): string | undefined {
  const text = textIn(form, name);
  if (!LOCAL.test(text)) return text || undefined;
  return text.length === 'yyyy-mm-ddThh:mm'.length ? `${text}:00Z` : `${text}Z`;
}

/** As the field of a form has it. */
export function fieldValueOf(moment: Date | null): string {
  return moment?.toISOString().slice(0, 'yyyy-mm-ddThh:mm'.length) ?? '';
}
