import { Injectable } from '@nestjs/common';
import { Lists, type PageRequest } from '../../shared/database/lists.js';
import { PreparedReads } from '../../shared/database/prepared-reads.js';
import { Events } from '../../shared/events/events.js';
import { conflict, notFound } from '../../shared/kernel/errors.js';
import { wireId } from '../../shared/kernel/ids.js';
import type { PageOf } from '../../shared/kernel/page-of.js';
import { standingAudience } from './audience-reads.js';
import type { Audience } from './audience.entity.js';
import { HeldAudiences } from './held-audiences.js';
import { History } from './history.js';
import { messageById, messageList } from './message-reads.js';
import { messageView } from './message-views.js';
import type { CreateMessage, MessageView, RestoredMessage } from './messages.dto.js';

@Injectable()
export class MessagesService {
  constructor(
    private readonly reads: PreparedReads,
    private readonly lists: Lists,
    private readonly held: HeldAudiences,
    private readonly history: History,
    private readonly events: Events,
  ) {}

  async list(pageId: string, audienceId: string, query: PageRequest): Promise<PageOf<MessageView>> {
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
    const { audience } = await this.held.hold(pageId, audienceId);
    audience.assertStanding();
    if (Object.keys(changes).length === 0)
      return messageView(this.history.addWords(audience, text), audienceId);
    audience.change(changes);
    this.record('audience.updated', audience);
    return messageView(this.history.add(audience, 'note', text), audienceId);
  }

  /** The overrides are again as they were after that message. */
  async restore(pageId: string, audienceId: string, messageId: string): Promise<RestoredMessage> {
    const { audience } = await this.held.hold(pageId, audienceId);
    const message = await this.reads.one(messageById, audienceId, messageId);
    if (!message) throw notFound('message');
    if (!message.snapshot)
      throw conflict(
        'message_without_snapshot',
        'The message changed nothing, so there is nothing to go back to.',
      );
    audience.change(message.snapshot);
    this.history.add(audience, 'rollback');
    this.record('audience.updated', audience);
    return { success: true, messageId: wireId('message', message.id) };
  }

  private record(type: string, audience: Audience): void {
    this.events.record({
      type,
      pageId: wireId('page', audience.page.id),
      audienceId: wireId('audience', audience.id),
    });
  }
}
