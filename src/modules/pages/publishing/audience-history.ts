import { Injectable } from '@nestjs/common';
import { fieldsBetween } from '../../../shared/audit/field-changes.js';
import { PreparedWrite, PreparedWrites } from '../../../shared/database/records/prepared-writes.js';
import { Events } from '../../../shared/events/events.js';
import { wireId } from '../../../shared/kernel/ids.js';
import { overrideColumns, type Audience, type Overrides } from '../entities/audience.entity.js';
import { Message, messageColumns, type MessageKind } from '../entities/message.entity.js';

const insertMessage = PreparedWrite.insert('audience_message', messageColumns.columns);

const updateOverrides = new PreparedWrite(
  'audience.update_overrides',
  `update audience set updated_at = $3, archive_at = $4, ${overrideColumns.assignments(5)} where tenant_id = $1 and id = $2`,
);

/** What a change can change. */
type Before = Overrides & Partial<Pick<Audience, 'archiveAt'>>;

/** Writes the messages of audiences, their editing history. Messages are added, never changed. */
@Injectable()
export class AudienceHistory {
  constructor(
    private readonly writes: PreparedWrites,
    private readonly events: Events,
  ) {}

  add(message: Message): void {
    this.writes.atCommit(insertMessage, ...messageColumns.toParams(message));
  }

  /** Stores the changed overrides and the plan of an audience, with a message and an event. */
  saveOverrides(audience: Audience, before: Before, kind: MessageKind, text?: string): Message {
    const { id, pageId, updatedAt, archiveAt = null } = audience;
    const params = [updatedAt, archiveAt, ...overrideColumns.toParams(audience)];
    this.writes.atCommit(updateOverrides, id, ...params);
    const ids = { pageId: wireId('page', pageId), audienceId: wireId('audience', id) };
    this.events.record({ type: 'audience.updated', ...ids }, fieldsBetween(before, audience));
    const message = Message.withSnapshot(audience, kind, text);
    this.add(message);
    return message;
  }
}
