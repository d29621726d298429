import { conflict } from '../../shared/kernel/errors.js';
import type { EntryContent } from './topic-entry.entity.js';

/** A topic is always answered whole, so it may not grow without end. */
export const MAX_ENTRIES = 1000;
export const MAX_CONTENT_BYTES = 1_048_576;

/** What a topic has of that. */
export interface TopicUsage {
  entries: number;
  contentBytes: number;
}

/** Refuses content that would not fit beside what the topic has. */
export function assertWithinLimit({ entries, contentBytes }: TopicUsage, content: EntryContent): void {
  if (entries >= MAX_ENTRIES)
    throw conflict('topic_full', `A topic can have ${MAX_ENTRIES} entries at most.`);
  if (contentBytes + bytesOf(content) > MAX_CONTENT_BYTES)
    throw conflict(
      'topic_full',
      `The entries of a topic can have ${MAX_CONTENT_BYTES} bytes of content in all.`,
    );
}

/** The same topic without one of its entries. */
export function usageWithout({ entries, contentBytes }: TopicUsage, content: EntryContent): TopicUsage {
  return { entries: entries - 1, contentBytes: contentBytes - bytesOf(content) };
}

function bytesOf({ type, content }: EntryContent): number {
  return Buffer.byteLength(type) + Buffer.byteLength(content);
}
