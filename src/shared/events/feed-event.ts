import { millis } from '../database/driver/sql.js';
import type { EventRecord } from './event-envelope.js';
import type { EventPlace } from './feed-position.js';

/** An event as the feed reads it. */
export interface FeedEvent extends EventPlace {
  readonly type: string;
  readonly resource: string;
  /** The transaction that wrote it. */
  readonly transaction: number;
  readonly record: EventRecord;
}

/** A row of a read of the feed. A read without events has one row, whose event is null. */
export interface FeedRow {
  snapshot: string;
  server: string;
  id: string | null;
  tenantId: string;
  seq: string;
  transaction: string;
  type: string;
  resource: string;
  createdAt: number;
  payload: EventRecord['payload'];
}

/** What each read selects of an event `e`. */
export const FEED_COLUMNS = `
  e.id, e.tenant_id as "tenantId", e.seq, e.transaction_id as transaction, e.type, e.resource,
  ${millis('e.created_at')} as "createdAt", e.payload`;

/** What each read selects in addition: what it saw, and of which start of the server. */
export const READ_FROM = `
  pg_current_snapshot()::text as snapshot, round(extract(epoch from pg_postmaster_start_time())) as server`;

export function feedEvent(row: FeedRow): FeedEvent {
  const { id, tenantId, createdAt, payload, type, resource } = row;
  return {
    ...{ type, resource, time: createdAt, seq: Number(row.seq), transaction: Number(row.transaction) },
    record: { id: id!, tenantId, createdAt, payload },
  };
}
