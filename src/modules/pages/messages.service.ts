import { Injectable } from '@nestjs/common';
import { Lists, type PageRequest } from '../../shared/database/lists.js';
import { PreparedReads } from '../../shared/database/prepared-reads.js';
import { Events } from '../../shared/events/events.js';
import { conflict, notFound } from '../../shared/kernel/errors.js';
import { wireId } from '../../shared/kernel/ids.js';
import type { ListPage } from '../../shared/kernel/list-page.js';
import { standingAudience } from './audience-reads.js';
import { assertNotArchived } from './audience.entity.js';
import { AudienceLocks } from './audience-locks.js';
import { AudienceHistory } from './audience-history.js';
import { messageById, messageList } from './message-reads.js';
import { messageView } from './message-views.js';
import { OverrideChanges } from './override-changes.js';
import type { CreateMessage, MessageView, RestoredMessage } from './messages.dto.js';

@Injectable()
export class MessagesService {
  constructor(
    private readonly reads: PreparedReads,
    private readonly lists: Lists,
    private readonly locks: AudienceLocks,
    private readonly overrides: OverrideChanges,
    private readonly history: AudienceHistory,
    private readonly events: Events,
  ) {}

  async list(pageId: string, audienceId: string, query: PageRequest): Promise<ListPage<MessageView>> {
    if (!(await this.reads.one(standingAudience, pageId, audienceId))) throw notFound('audience');
    return this.lists.page(messageList, query, (rows) => rows.map((row) => messageView(row, audienceId)), {
      audienceId,
    });
  }

  async create(
    pageId: string,
    audienceId: string,
    { text, changes = {} }: CreateMessage,
  ): Promise<MessageView> {
    const audience = await this.locks.lockRecord(pageId, audienceId);
    assertNotArchived(audience);
    const isChange = Object.keys(changes).length > 0;
    const message = isChange
      ? this.overrides.apply(audience, changes, { kind: 'note', text }).message
      : this.history.addWords(audienceId, text);
    const view = messageView(message, audienceId);
    this.events.record({
      type: 'audience.message.created',
      pageId: wireId('page', pageId),
      audienceId: view.audienceId,
      messageId: view.messageId,
    });
    return view;
  }

  /** The overrides are again as they were after that message. */
  async restore(pageId: string, audienceId: string, messageId: string): Promise<RestoredMessage> {
    const audience = await this.locks.lockRecord(pageId, audienceId);
    const message = await this.reads.one(messageById, audienceId, messageId);
    if (!message) throw notFound('message');
    if (!message.snapshot)
      throw conflict(
        'message_without_snapshot',
        'The message changed nothing, so there is nothing to go back to.',
      );
    this.overrides.apply(audience, message.snapshot, { kind: 'rollback' });
    return { success: true, messageId: wireId('message', message.id) };
  }
}
