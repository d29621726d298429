/** An event in the database at the end of the run. */
export interface Committed {
  eventId: string;
  resource: string;
}

/** One line of the receiver. */
export interface Arrival {
  subscription: string;
  eventId: string;
}

export interface History {
  committed: number;
  arrived: number;
  /** Committed, but missing at one of the subscriptions. */
  lost: string[];
  /** Arrived, but never committed. */
  invented: string[];
  /** First arrived after a later event of the same resource, at a subscription that keeps the order. */
  overtaken: string[];
  /** Arrivals beyond the first. */
  repeats: number;
  /** Maximum number of arrivals of one event. */
  mostTimes: number;
}

export interface Expected {
  /** In the order in which they happened. */
  committed: readonly Committed[];
  subscriptions: readonly string[];
  /** Subscriptions that keep the order of each resource. */
  ordered: readonly string[];
}

/** Parses the lines of the receiver; ignores a line that was cut when it was killed. */
export function arrivalsIn(text: string): Arrival[] {
  return text
    .slice(0, text.lastIndexOf('\n') + 1)
    .split('\n')
    .filter(Boolean)
    .map((line) => line.split(' '))
    .map(([subscription = '', eventId = '']) => ({ subscription, eventId }));
}

export function judge(arrivals: readonly Arrival[], expected: Expected): History {
  const { committed, subscriptions, ordered } = expected;
  const known = new Set(committed.map(({ eventId }) => eventId));
  const times = new Map<string, number>();
  for (const arrival of arrivals) times.set(keyOf(arrival), (times.get(keyOf(arrival)) ?? 0) + 1);
  return {
    committed: committed.length,
    arrived: arrivals.length,
    lost: subscriptions.flatMap((subscription) =>
      committed
        .map(({ eventId }) => keyOf({ subscription, eventId }))
        .filter((arrival) => !times.has(arrival)),
    ),
    invented: arrivals.filter(({ eventId }) => !known.has(eventId)).map(keyOf),
    overtaken: ordered.flatMap((subscription) => overtakenAt(subscription, arrivals, committed)),
    repeats: arrivals.length - times.size,
    mostTimes: Math.max(0, ...times.values()),
  };
}

function overtakenAt(
  subscription: string,
  arrivals: readonly Arrival[],
  committed: readonly Committed[],
): string[] {
  const place = new Map(committed.map(({ eventId }, index) => [eventId, index]));
  const latest = new Map<string, number>();
  const seen = new Set<string>();
  const overtaken: string[] = [];
  for (const { subscription: at, eventId } of arrivals) {
    const happened = place.get(eventId);
    if (at !== subscription || happened === undefined || seen.has(eventId)) continue;
    seen.add(eventId);
    const { resource } = committed[happened]!;
    if (happened < (latest.get(resource) ?? -1)) overtaken.push(keyOf({ subscription, eventId }));
    else latest.set(resource, happened);
  }
  return overtaken;
}

function keyOf({ subscription, eventId }: Arrival): string {
  return `${subscription} ${eventId}`;
}
