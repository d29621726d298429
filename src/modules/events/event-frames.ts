import { eventText } from '../../shared/events/event-envelope.js';
import type { FeedBatch } from '../../shared/events/event-feed.js';
import type { FeedEvent } from '../../shared/events/feed-event.js';
import { positionToken, type FeedPosition } from '../../shared/events/feed-position.js';

/** Which events of its tenant a stream sends. */
export interface EventFilter {
  type?: string;
  resource?: string;
  /** In milliseconds since 1970. */
  from?: number;
}

export function matches(event: FeedEvent, { type, resource, from }: EventFilter): boolean {
  return (
    (type === undefined || event.type === type) &&
    (resource === undefined || event.resource === resource) &&
    (from === undefined || event.time >= from)
  );
}

/** Clients come back at different times, because all of them lose their streams together. */
export function openingText(): string {
  const retryMs = 1000 + Math.floor(Math.random() * 2000);
  return `: events as they happen\nretry: ${retryMs}\n\n`;
}

/** A comment, and an id without an event, which clients remember as well. */
export function heartbeatText(position: FeedPosition | undefined): string {
  return position ? `: still here\nid: ${positionToken(position)}\n\n` : ': still here\n\n';
}

export const farewellText = (reason: string): string => `: ${reason}\n\n`;

/**
 * The position holds after all of them, so only the last one has an id. An event without an id leaves the one before it
 * valid.
 */
export function eventsText(events: readonly FeedEvent[], position: FeedPosition): string {
  const last = events.at(-1);
  return events
    .map((event) => {
      const id = event === last ? `id: ${positionToken(position)}\n` : '';
      return `${id}data: ${eventText(event.record)}\n\n`;
    })
    .join('');
}

const texts = new WeakMap<FeedBatch, Map<string, Buffer>>();

/** Written once for all streams with this filter. Empty if the filter lets no event pass. */
export function batchText(batch: FeedBatch, filter: EventFilter): Buffer {
  const ofBatch = texts.get(batch) ?? new Map<string, Buffer>();
  texts.set(batch, ofBatch);
  const key = JSON.stringify([filter.type, filter.resource, filter.from]);
  let text = ofBatch.get(key);
  if (!text) {
    const events = batch.events.filter((event) => matches(event, filter));
    ofBatch.set(key, (text = Buffer.from(eventsText(events, batch.position))));
  }
  return text;
}
