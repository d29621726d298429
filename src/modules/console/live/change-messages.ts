import type { Event, WithDates } from '@foyer/client';

/** Stands for a change of anything: an element with it is renewed after each change. */
export const ANYTHING = '*';

/** More words than this mean that nearly everything has changed. */
const MOST_WORDS = 200;

const RECORD_ID = /^[a-z]+(_[a-z]+)*_[0-9a-z]{26}$/;

/** What browsers learn of an event: its type and the ids of records, by which a screen finds what it shows of them. */
export function wordsOf({ payload }: Pick<WithDates<Event>, 'payload'>): string[] {
  const ids = Object.values(payload).filter((value) => typeof value === 'string' && RECORD_ID.test(value));
  return [payload.type, ...(ids as string[]).filter((id) => id !== payload.type)];
}

/** The words of several changes as one message. */
export function messageOf(words: ReadonlySet<string>): string {
  return `data: ${words.size > MOST_WORDS ? ANYTHING : [...words].join(' ')}\n\n`;
}
