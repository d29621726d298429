import { textIn } from '../kit/screen.js';

/** The field for the key that the person has signed in with: the key of the session can't make keys that outlive it. */
export const PARENT_KEY_FIELD = 'own_key';

const HEADER = 'x-parent-api-key';

export function parentKeyIn(form: URLSearchParams): Record<string, string> {
  const key = textIn(form, PARENT_KEY_FIELD);
  return isSendable(key) ? { [HEADER]: key } : {};
}

/** The field that a code or a place in a request is about. */
export function parentKeyField(place: string): string | undefined {
  return ['parent_key_required', 'parent_key_wrong', HEADER].includes(place) ? PARENT_KEY_FIELD : undefined;
}

/** Whether a header can have it. */
function isSendable(key: string): boolean {
  return /^[\x21-\x7e]+$/.test(key);
}
