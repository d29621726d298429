import { Injectable } from '@nestjs/common';
import { detached } from '../../shared/database/records/detached.js';
import { Lists, type PageRequest } from '../../shared/database/lists/lists.js';
import { PreparedReads } from '../../shared/database/records/prepared-reads.js';
import { Events } from '../../shared/events/events.js';
import { notFound } from '../../shared/kernel/errors.js';
import { wireId } from '../../shared/kernel/ids.js';
import type { ListPage } from '../../shared/answers/list-page.js';
import { AudienceHistory } from './publishing/audience-history.js';
import { AudienceLocks } from './publishing/audience-locks.js';
import { audienceExists } from './dto/audience-reads.js';
import type { Audience } from './entities/audience.entity.js';
import type { UpdateAudience } from './dto/audiences.dto.js';
import { LinkPictures } from './link-pictures.js';
import { messageById, messageList, messageView, type MessageRow } from './dto/message-reads.js';
import { Message, messageColumns } from './entities/message.entity.js';
import type { CreateMessage, MessageView, RestoredMessage } from './dto/messages.dto.js';

@Injectable()
export class MessagesService {
  constructor(
    private readonly reads: PreparedReads,
    private readonly lists: Lists,
    private readonly locks: AudienceLocks,
    private readonly history: AudienceHistory,
    private readonly events: Events,
    private readonly pictures: LinkPictures,
  ) {}

  async list(pageId: string, audienceId: string, query: PageRequest): Promise<ListPage<MessageView>> {
    if (!(await this.reads.one(audienceExists, pageId, audienceId))) throw notFound('audience');
    const pictureOf = await this.pictures.ofFiles();
    const views = (rows: MessageRow[]) => rows.map((row) => messageView(row, pictureOf));
    return this.lists.page(messageList, query, views, { audienceId });
  }

  async create(
    pageId: string,
    audienceId: string,
    { text, changes = {} }: CreateMessage,
  ): Promise<MessageView> {
    const audience = await this.locks.lockDetached(pageId, audienceId);
    audience.assertNotArchived();
    const { ogImageFileId } = audience;
    const message = this.post(audience, text, changes);
    const view = messageView({ ...message, ogImageFileId }, await this.pictures.ofFiles());
    this.events.record({
      type: 'audience.message.created',
      pageId: wireId('page', pageId),
      audienceId: view.audienceId,
      messageId: view.messageId,
    });
    return view;
  }

  /** Restores the overrides as they were after that message. */
  async restore(pageId: string, audienceId: string, messageId: string): Promise<RestoredMessage> {
    const audience = await this.locks.lockDetached(pageId, audienceId);
    const row = await this.reads.one(messageById, audienceId, messageId);
    if (!row) throw notFound('message');
    const message = detached(Message, messageColumns.fromRow(row));
    audience.changeOverrides(message.overridesToRestore());
    this.history.saveOverrides(audience, 'rollback');
    return { success: true, messageId: wireId('message', message.id) };
  }

  private post(audience: Audience, text: string, changes: UpdateAudience): Message {
    if (Object.keys(changes).length > 0) {
      audience.changeOverrides(changes);
      return this.history.saveOverrides(audience, 'note', text);
    }
    const message = Message.note(audience, text);
    this.history.add(message);
    return message;
  }
}
