import { PreparedRead } from '../../shared/database/prepared-reads.js';
import { conflict } from '../../shared/kernel/errors.js';
import type { EntryContent } from './topic-entry.entity.js';

/** A topic is always answered whole, so it may not grow without end. */
export const MAX_ENTRIES = 1000;
export const MAX_BYTES = 1_048_576;

/** What a topic holds by now. */
export interface Holdings {
  count: number;
  bytes: number;
  lastSortOrder: number | null;
}

export const holdingsOf = new PreparedRead<Holdings>(
  'topic.holdings',
  `select count(*)::float8 as count, coalesce(sum(octet_length(content_type) + octet_length(content_text)), 0)::float8 as bytes,
          max(sort_order)::float8 as "lastSortOrder"
   from topic_entry where tenant_id = $1 and topic_id = $2`,
);

export function sizeOf({ type, content }: EntryContent): number {
  return Buffer.byteLength(type) + Buffer.byteLength(content);
}

/** Refuses what would not fit, beside all that stays. */
export function assertWithinLimit({ count, bytes }: Holdings, content: EntryContent): void {
  if (count >= MAX_ENTRIES) throw conflict('topic_full', `A topic can have ${MAX_ENTRIES} entries at most.`);
  if (bytes + sizeOf(content) <= MAX_BYTES) return;
  throw conflict('topic_full', `The entries of a topic can have ${MAX_BYTES} bytes of content in all.`);
}
