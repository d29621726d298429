import { defineEntity, p } from '@mikro-orm/core';
import { columns } from '../../../shared/database/records/column-map.js';
import { recordColumns, timestamps } from '../../../shared/database/records/columns.js';
import { notPersonal, personal } from '../../../shared/database/records/personal.js';
import { PersonalTable } from '../../../shared/database/records/personal-table.js';
import { detached } from '../../../shared/database/records/detached.js';
import { clock } from '../../../shared/kernel/clock.js';
import { conflict } from '../../../shared/kernel/errors.js';
import { newUuid } from '../../../shared/kernel/ids.js';
import { overrideColumns, type Audience, type Overrides } from './audience.entity.js';

export const MESSAGE_KINDS = ['edit', 'restore', 'note', 'rollback'] as const;

export type MessageKind = (typeof MESSAGE_KINDS)[number];

/** The stored fields of a message that its view shows. */
export const messageFields = columns({
  kind: notPersonal(p.text().$type<MessageKind>()),
  text: personal(p.text().nullable()),
  createdAt: timestamps.createdAt,
});

/** The columns that are read and written of a message. */
export const messageColumns = columns({
  id: recordColumns.id,
  audienceId: p.uuid(),
  // The overrides after this message; null for a note that changed none.
  snapshot: personal(p.json<Overrides>().nullable()),
}).and(messageFields);

export const messageTable = new PersonalTable('audience_message', messageColumns, { whenMentioned: 'erase' });

const MessageSchema = defineEntity({
  name: 'Message',
  tableName: 'audience_message',
  properties: { tenantId: recordColumns.tenantId, ...messageColumns.properties },
});

/** One entry in the editing history of an audience. It never changes. */
export class Message extends MessageSchema.class {
  /** A message with a copy of the overrides as they are now. */
  static withSnapshot(audience: Audience, kind: MessageKind, text: string | null = null): Message {
    return newMessage(audience, { kind, text, snapshot: audience.overrides });
  }

  /** A message without changes has no copy of the overrides: it can't be restored. */
  static note(audience: Audience, text: string): Message {
    return newMessage(audience, { kind: 'note', text, snapshot: null });
  }

  /** All overrides. Overrides that did not exist when the message was stored become null. */
  overridesToRestore(): Overrides {
    if (this.snapshot) return overrideColumns.valuesOf(this.snapshot);
    throw conflict(
      'message_without_snapshot',
      'The message changed nothing, so there is nothing to restore.',
    );
  }
}

MessageSchema.setClass(Message);

function newMessage(audience: Audience, said: Pick<Message, 'kind' | 'text' | 'snapshot'>): Message {
  return detached(Message, { id: newUuid(), audienceId: audience.id, createdAt: clock.now(), ...said });
}
