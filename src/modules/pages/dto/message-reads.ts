import type { RecordOf } from '../../../shared/database/records/column-map.js';
import { ListRead } from '../../../shared/database/lists/list-read.js';
import { PreparedRead } from '../../../shared/database/records/prepared-reads.js';
import { wireId } from '../../../shared/kernel/ids.js';
import { pictureFileOf } from '../../assets/index.js';
import { shownOverrideColumns } from '../entities/audience.entity.js';
import { messageColumns, messageFields } from '../entities/message.entity.js';
import type { MessageView } from './messages.dto.js';
import { LINK_PICTURE_BYTES, metadataView, type LinkPictureOf } from './metadata-view.js';

/** The input of a view. Entities and rows both have this shape. */
export type MessageRecord = RecordOf<typeof messageColumns>;

export interface MessageRow extends MessageRecord {
  /** The file of the picture in the snapshot, unless it is in the trash. */
  ogImageFileId: string | null;
}

const MESSAGE = messageColumns.select('m');

const PICTURE_FILE = pictureFileOf(`(m.snapshot->>'ogImageAssetIdOverride')::uuid`);

export const messageById = new PreparedRead<MessageRecord>(
  'message.by_id',
  `select ${MESSAGE} from audience_message m where m.tenant_id = $1 and m.audience_id = $2 and m.id = $3`,
  { isShort: true },
);

export const messageList = new ListRead<MessageRow>('messages', {
  columns: `${MESSAGE}, ${PICTURE_FILE} as "ogImageFileId"`,
  bytes: `${LINK_PICTURE_BYTES} + ${messageColumns.bytes('m')}`,
  from: 'audience_message m',
  alias: 'm',
  order: { 'm.created_at': 'timestamptz', 'm.id': 'uuid' },
  direction: 'desc',
  requires: ['audienceId'],
  filters: { audienceId: 'm.audience_id = ?' },
});

export function messageView(
  { snapshot, ogImageFileId, ...message }: MessageRow,
  pictureOf: LinkPictureOf,
): MessageView {
  return {
    messageId: wireId('message', message.id),
    audienceId: wireId('audience', message.audienceId),
    ...messageFields.toView(message),
    overrides: snapshot
      ? {
          ...shownOverrideColumns.toView(snapshot),
          metadataOverride: metadataView(snapshot.metadataOverride, pictureOf(ogImageFileId)),
        }
      : null,
  };
}
