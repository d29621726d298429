import { Injectable } from '@nestjs/common';
import { PreparedWrite, PreparedWrites } from '../../shared/database/prepared-writes.js';
import { clock } from '../../shared/kernel/clock.js';
import { newUuid } from '../../shared/kernel/ids.js';
import { overridesOf, type Overrides } from './audience.entity.js';

export const MESSAGE_KINDS = ['edit', 'restore', 'note', 'rollback'] as const;

export type MessageKind = (typeof MESSAGE_KINDS)[number];

/** One line of an audience's history. */
export interface MessageRecord {
  id: string;
  kind: MessageKind;
  text: string | null;
  /** The overrides after it, where it changed any. */
  snapshot: Overrides | null;
  createdAt: Date | number;
}

export const insertMessage = PreparedWrite.insert('audience_message', [
  'audience_id',
  'id',
  'kind',
  'text',
  'snapshot',
  'created_at',
]);

/** As an entity or as a record. */
type Audience = { id: string } & { [Name in keyof Overrides]?: Overrides[Name] };

/** How an audience came to be as it is. It is only ever added to. */
@Injectable()
export class AudienceHistory {
  constructor(private readonly writes: PreparedWrites) {}

  /** With what the overrides are by now. */
  add(audience: Audience, kind: MessageKind, text: string | null = null): MessageRecord {
    return this.keep(audience.id, { kind, text, snapshot: overridesOf(audience) });
  }

  /** Words alone: there is nothing in them to go back to. */
  addWords(audienceId: string, text: string): MessageRecord {
    return this.keep(audienceId, { kind: 'note', text, snapshot: null });
  }

  private keep(audienceId: string, said: Pick<MessageRecord, 'kind' | 'text' | 'snapshot'>): MessageRecord {
    const message = { ...said, id: newUuid(), createdAt: clock.now() };
    this.writes.atCommit(insertMessage, ...toInsertParams(audienceId, message));
    return message;
  }
}

export function toInsertParams(
  audienceId: string,
  { id, kind, text, snapshot, createdAt }: MessageRecord,
): unknown[] {
  return [audienceId, id, kind, text, snapshot && JSON.stringify(snapshot), createdAt];
}
