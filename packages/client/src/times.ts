/** A time in an answer: `+` and the milliseconds since 1970. */
export type Time = `+${number}`;

/** A time in a request. As text: as in answers, or as in RFC 3339. */
export type TimeInput = Date | string;

/** What an answer has when the client was made with `dates: true`. */
export type WithDates<T> = T extends Time
  ? Date
  : T extends readonly (infer Item)[]
    ? WithDates<Item>[]
    : T extends object
      ? { [K in keyof T]: WithDates<T[K]> }
      : T;

export type Dated<Value, Dates extends boolean> = Dates extends true ? WithDates<Value> : Value;

/** Phone numbers are written like times, so the name of a field decides. */
const TIME_NAMES = /At$|^(timestamp|from|to|provenUntil)$/;
const TIME = /^\+[1-9]\d{0,14}$/;

/** Fields whose content is not the service's own: what looks like a time there is only a text. */
const FREE_NAMES = new Set(['payload', 'answers', 'headers', 'values', 'value']);

/** Replaces the times of an answer by dates. */
export function withDates(value: unknown, name = ''): unknown {
  if (typeof value === 'string') {
    return TIME_NAMES.test(name) && TIME.test(value) ? new Date(Number(value)) : value;
  }
  if (Array.isArray(value)) return value.map((item) => withDates(item));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, inner]) => [key, FREE_NAMES.has(key) ? inner : withDates(inner, key)]),
  );
}
