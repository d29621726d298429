import { ListRead } from '../../shared/database/list-read.js';
import { PreparedRead } from '../../shared/database/prepared-reads.js';
import { millis } from '../../shared/database/sql.js';
import type { MessageRecord } from './audience-history.js';

const MESSAGE = `m.id, m.kind, m.text, m.snapshot, ${millis('m.created_at')} as "createdAt"`;

export const messageById = new PreparedRead<MessageRecord>(
  'message.by_id',
  `select ${MESSAGE} from audience_message m where m.tenant_id = $1 and m.audience_id = $2 and m.id = $3`,
);

export const messageList = new ListRead<MessageRecord>('messages', {
  columns: MESSAGE,
  from: 'audience_message m',
  alias: 'm',
  order: { 'm.created_at': 'timestamptz', 'm.id': 'uuid' },
  direction: 'desc',
  requires: ['audienceId'],
  filters: { audienceId: 'm.audience_id = ?' },
});
