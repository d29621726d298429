import { conflict } from '../../shared/kernel/errors.js';
import type { EntryContent } from './topic-entry.entity.js';

/** A topic is always returned as a whole, so its size is limited. */
export const MAX_ENTRIES = 1000;
export const MAX_CONTENT_BYTES = 1_048_576;

/** The current size of a topic. */
export interface TopicUsage {
  entries: number;
  contentBytes: number;
}

/** Rejects content that would exceed the limits. */
export function assertWithinLimit({ entries, contentBytes }: TopicUsage, content: EntryContent): void {
  if (entries >= MAX_ENTRIES)
    throw conflict('topic_full', `A topic can have at most ${MAX_ENTRIES} entries.`);
  if (contentBytes + bytesOf(content) > MAX_CONTENT_BYTES)
    throw conflict(
      'topic_full',
      `The entries of a topic can have at most ${MAX_CONTENT_BYTES} bytes of content in total.`,
    );
}

/** The same topic with one more entry. */
export function usageWith<Usage extends TopicUsage & { lastSortOrder: number | null }>(
  usage: Usage,
  { content, sortOrder }: { content: EntryContent; sortOrder: number },
): Usage {
  return {
    ...usage,
    entries: usage.entries + 1,
    contentBytes: usage.contentBytes + bytesOf(content),
    lastSortOrder: Math.max(usage.lastSortOrder ?? sortOrder, sortOrder),
  };
}

/** The same topic without one of its entries. */
export function usageWithout({ entries, contentBytes }: TopicUsage, content: EntryContent): TopicUsage {
  return { entries: entries - 1, contentBytes: contentBytes - bytesOf(content) };
}

function bytesOf({ type, content }: EntryContent): number {
  return Buffer.byteLength(type) + Buffer.byteLength(content);
}
