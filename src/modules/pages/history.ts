import { Injectable } from '@nestjs/common';
import { PreparedWrite, PreparedWrites } from '../../shared/database/prepared-writes.js';
import { clock } from '../../shared/kernel/clock.js';
import { newUuid } from '../../shared/kernel/ids.js';
import { overridesOf, type Audience } from './audience.entity.js';
import type { MessageKind, MessageRecord } from './message-record.js';

export const insertMessage = PreparedWrite.insert('audience_message', [
  'audience_id',
  'id',
  'kind',
  'text',
  'snapshot',
  'created_at',
]);

/** How an audience came to be as it is. It is only ever added to. */
@Injectable()
export class History {
  constructor(private readonly writes: PreparedWrites) {}

  /** With what the overrides are by now. */
  add(audience: Audience, kind: MessageKind, text: string | null = null): MessageRecord {
    return this.keep(audience, { kind, text, snapshot: overridesOf(audience) });
  }

  /** Words alone: there is nothing in them to go back to. */
  addWords(audience: Audience, text: string): MessageRecord {
    return this.keep(audience, { kind: 'note', text, snapshot: null });
  }

  private keep(audience: Audience, said: Pick<MessageRecord, 'kind' | 'text' | 'snapshot'>): MessageRecord {
    const message = { ...said, id: newUuid(), createdAt: clock.now() };
    this.writes.atCommit(insertMessage, ...valuesOf(audience.id, message));
    return message;
  }
}

export function valuesOf(
  audienceId: string,
  { id, kind, text, snapshot, createdAt }: MessageRecord,
): unknown[] {
  return [audienceId, id, kind, text, snapshot && JSON.stringify(snapshot), createdAt];
}
