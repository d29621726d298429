import { UnreadableForm } from './uploads/unreadable-form.js';

/** More than the largest form has: that of a page with as many blocks and steps as the API allows. */
const MOST_FIELDS = 5000;

/** The fields of a submitted form; none if it has another type. */
export function fieldsOf(body: unknown): URLSearchParams {
  const pairs = typeof body === 'string' && body !== '' ? body.split('&', MOST_FIELDS + 1) : [];
  if (pairs.length > MOST_FIELDS)
    throw new UnreadableForm(`A form can have at most ${MOST_FIELDS} fields.`, 413);
  // Node searches the whole rest of a text for the `=` of a field, which takes seconds if many fields have none.
  return new URLSearchParams(pairs.map((pair) => (pair.includes('=') ? pair : `${pair}=`)).join('&'));
}
