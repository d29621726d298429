import { COUNTED_UP_TO } from '../../shared/database/lists/total-count.js';
import { jsonBytes } from '../../shared/database/records/column-map.js';
import { ListRead } from '../../shared/database/lists/list-read.js';
import { PreparedRead } from '../../shared/database/records/prepared-reads.js';
import { millis } from '../../shared/database/driver/sql.js';
import type { EventRecord } from '../../shared/events/event-envelope.js';

const EVENT = `e.id, e.tenant_id as "tenantId", ${millis('e.created_at')} as "createdAt", e.payload`;

const EVENT_BYTES = `300 + ${jsonBytes('e.payload')}`;

export const eventById = new PreparedRead<EventRecord>(
  'event.by_id',
  `select ${EVENT} from event e where e.tenant_id = $1 and e.id = $2`,
  { isShort: true },
);

export const eventList = new ListRead<EventRecord>('events', {
  columns: EVENT,
  bytes: EVENT_BYTES,
  from: 'event e',
  alias: 'e',
  order: { 'e.created_at': 'timestamptz', 'e.seq': 'bigint' },
  direction: 'desc',
  countUpTo: COUNTED_UP_TO,
  filters: {
    type: 'e.type = ?',
    from: 'e.created_at >= ?::timestamptz',
    to: 'e.created_at < ?::timestamptz',
    resource: 'e.resource = ?',
  },
});
