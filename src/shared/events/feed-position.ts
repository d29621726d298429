/** Which transactions a reader has not seen: those that are listed, and all from a number on (decision 107). */
export interface Unseen {
  /** In ascending order, all smaller than `from`. */
  readonly listed: readonly number[];
  readonly from: number;
}

/** A place in the order of events: their time, then their number. */
export interface EventPlace {
  /** In milliseconds since 1970. */
  readonly time: number;
  readonly seq: number;
}

/** What a reader of a tenant's events knows: all events up to a place, except those of transactions it has not seen. */
export interface FeedPosition extends EventPlace {
  readonly unseen: Unseen;
  /** The start of the server that it was read from. */
  readonly server: number;
}

/** With more open transactions, those after them count as unseen as well: some events are then sent again. */
const MAX_LISTED = 64;

/** What a snapshot of PostgreSQL does not show, from its text `xmin:xmax:xip_list`. */
export function unseenBy(snapshot: string): Unseen {
  const [, end, list = ''] = snapshot.split(':');
  const open = list === '' ? [] : list.split(',').map(Number);
  open.sort((a, b) => a - b);
  return { listed: open.slice(0, MAX_LISTED), from: open[MAX_LISTED] ?? Number(end) };
}

export function isAfter(a: EventPlace, b: EventPlace): boolean {
  return a.time === b.time ? a.seq > b.seq : a.time > b.time;
}

export function isKnownAt(position: FeedPosition, event: EventPlace & { transaction: number }): boolean {
  const { listed, from } = position.unseen;
  return !isAfter(event, position) && event.transaction < from && !listed.includes(event.transaction);
}

const NUMBER = '[0-9a-z]{1,11}';
const TOKEN = new RegExp(
  `^${NUMBER}-${NUMBER}-${NUMBER}-${NUMBER}(?:-${NUMBER}(?:_${NUMBER}){0,${MAX_LISTED - 1}})?$`,
);
const BASE = 36;

/** A short text without spaces. The open transactions are written as their distance from the first unseen one. */
export function positionToken({ time, seq, server, unseen }: FeedPosition): string {
  const parts = [time, seq, server, unseen.from].map(digits);
  if (unseen.listed.length > 0)
    parts.push(unseen.listed.map((number) => digits(unseen.from - number)).join('_'));
  return parts.join('-');
}

/** Undefined if the text is no such token. */
export function positionOf(token: string): FeedPosition | undefined {
  if (!TOKEN.test(token)) return undefined;
  const [numbers, list] = [token.split('-', 4), token.split('-')[4]];
  const [time, seq, server, from] = numbers.map(numberOf) as [number, number, number, number];
  const listed = list?.split('_').map((distance) => from - numberOf(distance)) ?? [];
  const isPlausible =
    [time, seq, server, from].every(Number.isSafeInteger) &&
    time <= MAX_TIME &&
    listed.every((number, at) => number >= 0 && number < (listed[at + 1] ?? from));
  return isPlausible ? { time, seq, server, unseen: { listed, from } } : undefined;
}

/** The last moment that a time on the wire can have. */
const MAX_TIME = 999_999_999_999_999;

const digits = (number: number): string => number.toString(BASE);
const numberOf = (text: string): number => parseInt(text, BASE);
