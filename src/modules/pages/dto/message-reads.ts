import type { RecordOf } from '../../../shared/database/records/column-map.js';
import { ListRead } from '../../../shared/database/lists/list-read.js';
import { PreparedRead } from '../../../shared/database/records/prepared-reads.js';
import { wireId } from '../../../shared/kernel/ids.js';
import { overrideColumns } from '../entities/audience.entity.js';
import { messageColumns, messageFields } from '../entities/message.entity.js';
import type { MessageView } from './messages.dto.js';
import { metadataView } from '../entities/metadata.js';

/** The input of a view. Entities and rows both have this shape. */
export type MessageRecord = RecordOf<typeof messageColumns>;

const MESSAGE = messageColumns.select('m');

export const messageById = new PreparedRead<MessageRecord>(
  'message.by_id',
  `select ${MESSAGE} from audience_message m where m.tenant_id = $1 and m.audience_id = $2 and m.id = $3`,
  { isShort: true },
);

export const messageList = new ListRead<MessageRecord>('messages', {
  columns: MESSAGE,
  bytes: messageColumns.bytes('m'),
  from: 'audience_message m',
  alias: 'm',
  order: { 'm.created_at': 'timestamptz', 'm.id': 'uuid' },
  direction: 'desc',
  requires: ['audienceId'],
  filters: { audienceId: 'm.audience_id = ?' },
});

export function messageView({ snapshot, ...message }: MessageRecord): MessageView {
  return {
    messageId: wireId('message', message.id),
    audienceId: wireId('audience', message.audienceId),
    ...messageFields.toView(message),
    overrides: snapshot
      ? { ...overrideColumns.toView(snapshot), metadataOverride: metadataView(snapshot.metadataOverride) }
      : null,
  };
}
