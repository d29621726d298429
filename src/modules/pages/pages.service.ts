import { EntityManager } from '@mikro-orm/postgresql';
import { Injectable } from '@nestjs/common';
import { uuidArray } from '../../shared/database/lists/id-filters.js';
import { Lists } from '../../shared/database/lists/lists.js';
import { PreparedReads } from '../../shared/database/records/prepared-reads.js';
import { RecordLock } from '../../shared/database/transactions/record-lock.js';
import { Events } from '../../shared/events/events.js';
import type { Precondition } from '../../shared/kernel/precondition.js';
import { notFound } from '../../shared/kernel/errors.js';
import { wireId } from '../../shared/kernel/ids.js';
import { substringPattern } from '../../shared/kernel/texts/search-text.js';
import type { ListPage } from '../../shared/answers/list-page.js';
import { BrandsApi } from '../brands/index.js';
import { LinkPictures } from './references/link-pictures.js';
import { PageTopics } from './references/page-topics.js';
import { PlacedPictures } from './references/placed-pictures.js';
import { MAX_QUICK_COUNT, pageById, pageList, pageView, viewedWithPage } from './dto/page-reads.js';
import { Page } from './entities/page.entity.js';
import type { PageEventKind } from './entities/pages.events.js';
import type { CreatePage, PagesQuery, PageView, UpdatePage } from './dto/pages.dto.js';

@Injectable()
export class PagesService {
  constructor(
    private readonly em: EntityManager,
    private readonly recordLock: RecordLock,
    private readonly reads: PreparedReads,
    private readonly lists: Lists,
    private readonly events: Events,
    private readonly pictures: LinkPictures,
    private readonly placed: PlacedPictures,
    private readonly topics: PageTopics,
    private readonly brands: BrandsApi,
  ) {}

  async list({
    query,
    pageIds,
    status,
    pageType,
    brandId,
    ...page
  }: PagesQuery): Promise<ListPage<PageView>> {
    const filter = {
      ...{ status, pageType, brandId, query: query && substringPattern(query) },
      pageIds: uuidArray(pageIds),
    };
    const pictureOf = await this.pictures.ofFiles();
    return this.lists.page(
      pageList,
      page,
      (rows) => rows.map((row) => pageView(row, row.audiencesCount, pictureOf(row.ogImageFileId))),
      filter,
    );
  }

  async get(pageId: string): Promise<PageView> {
    const row = await this.reads.one(pageById, pageId);
    if (!row) throw notFound('page');
    const isCounted = row.audiencesCount <= MAX_QUICK_COUNT;
    const audiencesCount = isCounted ? row.audiencesCount : await this.countAudiences(pageId);
    const pictureOf = await this.pictures.ofFiles();
    return pageView(row, audiencesCount, pictureOf(row.ogImageFileId));
  }

  async create(given: CreatePage): Promise<PageView> {
    const page = Page.create(given);
    await this.assertReferences(given);
    await this.brands.lock(page.brandId);
    this.em.persist(page);
    this.record('page.created', page);
    return pageView(page, 0, undefined);
  }

  async update(pageId: string, given: UpdatePage, precondition: Precondition): Promise<PageView> {
    const { page, view } = await this.load(pageId);
    precondition.assertHolds(view);
    if (given.brandId !== undefined) await this.brands.lock(given.brandId);
    page.change(given);
    await this.assertReferences(given);
    this.record('page.updated', page);
    return view();
  }

  async setPicture(pageId: string, assetId: string, precondition: Precondition): Promise<PageView> {
    const { page, view } = await this.load(pageId);
    precondition.assertHolds(view);
    const picture = await this.pictures.required(assetId);
    if (page.showBesideLinks(picture.assetId)) this.record('page.updated', page);
    return view(picture.fileId);
  }

  async removePicture(pageId: string, precondition: Precondition): Promise<PageView> {
    const { page, view } = await this.load(pageId);
    precondition.assertHolds(view);
    if (page.showBesideLinks(null)) this.record('page.updated', page);
    return view(null);
  }

  async archive(pageId: string): Promise<PageView> {
    const { page, view } = await this.load(pageId);
    if (page.archive()) this.record('page.archived', page);
    return view();
  }

  async restore(pageId: string): Promise<PageView> {
    const { page, view } = await this.load(pageId);
    if (page.deletedAt) await this.brands.lock(page.brandId);
    if (page.restore()) this.record('page.restored', page);
    return view();
  }

  async delete(pageId: string, precondition: Precondition): Promise<PageView> {
    const { page, view } = await this.load(pageId);
    precondition.assertHolds(view);
    if (page.delete()) this.record('page.deleted', page);
    return view();
  }

  /** Locks the page, so nothing changes between the checks and the write. */
  private async load(
    pageId: string,
  ): Promise<{ page: Page; view: (pictureFileId?: string | null) => PageView }> {
    const page = await this.recordLock.findOne(Page, { id: pageId });
    if (!page) throw notFound('page');
    const { audiencesCount, ogImageFileId } = (await this.reads.one(viewedWithPage, pageId))!;
    const pictureOf = await this.pictures.ofFiles();
    const view = (fileId = ogImageFileId) => pageView(page, audiencesCount, pictureOf(fileId));
    return { page, view };
  }

  private async assertReferences(given: UpdatePage): Promise<void> {
    await this.placed.assertUsable(given);
    await this.topics.assertUsable(given);
  }

  private async countAudiences(pageId: string): Promise<number> {
    return (await this.reads.one(viewedWithPage, pageId))!.audiencesCount;
  }

  private record(type: PageEventKind, page: Page): void {
    this.events.record({ type, pageId: wireId('page', page.id) });
  }
}
