import { wireTime } from '../../shared/kernel/wire-time.js';
import { wireId } from '../../shared/kernel/ids.js';
import type { MessageRecord } from './audience-history.js';
import type { MessageView } from './messages.dto.js';
import { metadataView } from './metadata.js';

export function messageView(message: MessageRecord, audienceId: string): MessageView {
  const { id, kind, text, snapshot, createdAt } = message;
  return {
    messageId: wireId('message', id),
    audienceId: wireId('audience', audienceId),
    kind,
    text,
    overrides: snapshot && { ...snapshot, metadataOverride: metadataView(snapshot.metadataOverride) },
    createdAt: wireTime(createdAt),
  };
}
