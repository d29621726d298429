import { Injectable } from '@nestjs/common';
import { detached } from '../../shared/database/records/detached.js';
import { Lists, type PageRequest } from '../../shared/database/lists/lists.js';
import { PreparedReads } from '../../shared/database/records/prepared-reads.js';
import { Events } from '../../shared/events/events.js';
import { notFound } from '../../shared/kernel/errors.js';
import { wireId } from '../../shared/kernel/ids.js';
import type { ListPage } from '../../shared/answers/list-page.js';
import type { Precondition } from '../../shared/kernel/precondition.js';
import { ShownPicturesApi } from '../assets/index.js';
import { AudienceHistory } from './publishing/audience-history.js';
import { AudienceLocks } from './publishing/audience-locks.js';
import { audienceExists, audienceView } from './dto/audience-reads.js';
import type { Audience, Overrides } from './entities/audience.entity.js';
import type { AudienceOverridesInput } from './dto/audiences.dto.js';
import { LinkPictures } from './references/link-pictures.js';
import { PageTopics } from './references/page-topics.js';
import { PlacedPictures } from './references/placed-pictures.js';
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
    private readonly shownPictures: ShownPicturesApi,
    private readonly placed: PlacedPictures,
    private readonly topics: PageTopics,
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
    await this.placed.assertUsable(changes, '/changes');
    await this.topics.assertUsable(changes, '/changes');
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

  /** Restores the overrides as they were after that message, also those that name a picture in the trash. */
  async restore(
    pageId: string,
    audienceId: string,
    messageId: string,
    precondition: Precondition,
  ): Promise<RestoredMessage> {
    const audience = await this.locks.lockDetached(pageId, audienceId);
    if (precondition.isGiven) precondition.assertHolds(audienceView(audience, await this.pictures.ofFiles()));
    const row = await this.reads.one(messageById, audienceId, messageId);
    if (!row) throw notFound('message');
    const message = detached(Message, messageColumns.fromRow(row));
    const overrides = message.overridesToRestore();
    await this.lockPictures(overrides);
    const before = audience.overrides;
    audience.changeOverrides(overrides);
    this.history.saveOverrides(audience, before, 'rollback');
    return { success: true, messageId: wireId('message', message.id) };
  }

  /** Until the audience names them, they are not put into the trash: the answer to that lists who names a picture. */
  private async lockPictures({ ogImageAssetIdOverride, coverImageOverride }: Overrides): Promise<void> {
    const besideLinks = ogImageAssetIdOverride ? wireId('asset', ogImageAssetIdOverride) : undefined;
    const named = [besideLinks, coverImageOverride?.assetId].filter((assetId) => assetId !== undefined);
    if (named.length > 0) await this.shownPictures.lock(named);
  }

  private post(audience: Audience, text: string, changes: AudienceOverridesInput): Message {
    if (Object.keys(changes).length > 0) {
      const before = audience.overrides;
      audience.changeOverrides(changes);
      return this.history.saveOverrides(audience, before, 'note', text);
    }
    const message = Message.note(audience, text);
    this.history.add(message);
    return message;
  }
}
