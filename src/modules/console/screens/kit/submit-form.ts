import { FoyerError } from '@foyer/client';
import { ONCE_FIELD } from '../../parts/form-context.js';
import { FormState, newOnce, ONCE, type FieldOf } from '../../parts/form-state.js';
import type { ScreenAnswer, Shown, Visit } from './screen.js';

/** Statuses of answers that the person can change by another input, or by trying again a little later. */
const SHOWN_AGAIN = [400, 403, 409, 412, 422, 429];

interface Submission<Result> {
  act: (options: { idempotencyKey: string }) => Promise<Result>;
  done: (result: Result) => ScreenAnswer | Promise<ScreenAnswer>;
  /** The form again, with its problems. A button without a form leads to the screen that says what went wrong. */
  refused?: (state: FormState) => Shown | Promise<Shown>;
  fieldOf?: FieldOf;
}

/** A form that is sent twice, as by a double click, has one effect. A form without its field is sent once. */
export function idempotencyKeyIn(form: URLSearchParams): string {
  const once = form.get(ONCE_FIELD) ?? '';
  return `console-${ONCE.test(once) ? once : newOnce()}`;
}

/** Sends a form to the API. A refused form is shown again as it was filled in. */
export async function submit<Result>(
  { form }: Visit,
  { act, done, refused, fieldOf }: Submission<Result>,
): Promise<ScreenAnswer> {
  let result: Result;
  try {
    result = await act({ idempotencyKey: idempotencyKeyIn(form) });
  } catch (error) {
    if (!refused || !(error instanceof FoyerError) || !SHOWN_AGAIN.includes(error.status ?? 0)) throw error;
    const shown = await refused(FormState.refused(form, error, fieldOf));
    return { ...shown, status: error.status };
  }
  return done(result);
}
