import { isDeepStrictEqual } from 'node:util';
import type { AudienceMessage, AudienceOverrides, WithDates } from '@foyer/client';
import { words } from '../../words/english.js';

export type ShownMessage = WithDates<AudienceMessage>;
export type Overrides = WithDates<AudienceOverrides>;
export type OverrideName = keyof typeof words.messages.fields;

const NAMES = Object.keys(words.messages.fields) as OverrideName[];

/** The names of the overrides that differ. */
export function differing(before: Partial<Overrides>, after: Partial<Overrides>): OverrideName[] {
  return NAMES.filter((name) => !isDeepStrictEqual(given(before[name]), given(after[name])));
}

/** Absent metadata, and metadata without fields, are as none. */
function given(value: Overrides[OverrideName] | undefined): unknown {
  const isEmptyObject =
    typeof value === 'object' && !Array.isArray(value) && Object.keys(value ?? {}).length === 0;
  return isEmptyObject ? null : (value ?? null);
}

/** Which overrides a message has changed; unknown if the message before it is on another page of the list. */
export function changedBy(
  { overrides }: ShownMessage,
  older: readonly ShownMessage[],
  isMore: boolean,
): OverrideName[] {
  if (overrides === null) return [];
  const before = older.find((each) => each.overrides !== null)?.overrides;
  if (!before && isMore) return [];
  return differing(before ?? {}, overrides);
}

/** When the overrides were last changed, as far as these messages tell. The newest is the first. */
export function lastChangeIn(messages: readonly ShownMessage[], isMore: boolean): Date | undefined {
  return messages.find((message, at) => changedBy(message, messages.slice(at + 1), isMore).length > 0)
    ?.createdAt;
}
