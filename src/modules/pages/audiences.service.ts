import { EntityManager } from '@mikro-orm/postgresql';
import { Injectable } from '@nestjs/common';
import { Lists } from '../../shared/database/lists/lists.js';
import { PreparedReads } from '../../shared/database/records/prepared-reads.js';
import { RecordLock } from '../../shared/database/transactions/record-lock.js';
import { Events } from '../../shared/events/events.js';
import type { Precondition } from '../../shared/kernel/precondition.js';
import { notFound } from '../../shared/kernel/errors.js';
import { wireId } from '../../shared/kernel/ids.js';
import type { ListPage } from '../../shared/answers/list-page.js';
import type { NamedPicture } from '../assets/index.js';
import type { PersonSummary } from '../crm/index.js';
import { AudienceArchiving } from './publishing/audience-archiving.js';
import { AudienceHistory } from './publishing/audience-history.js';
import { AudienceLocks } from './publishing/audience-locks.js';
import { AudiencePersons } from './composing/audience-persons.js';
import {
  allAudiences,
  audienceById,
  audienceList,
  audienceView,
  type AudienceRecord,
} from './dto/audience-reads.js';
import { Audience, audienceColumns } from './entities/audience.entity.js';
import type {
  AllAudiencesQuery,
  AudienceOverridesInput,
  AudiencesQuery,
  AudienceView,
  CreateAudience,
  UpdateAudience,
} from './dto/audiences.dto.js';
import { composeContent } from './composing/compose-content.js';
import { CompositionInputs } from './composing/composition-input.js';
import { templateText } from './composing/template-composer.js';
import { LinkPictures } from './references/link-pictures.js';
import { PageTopics } from './references/page-topics.js';
import { PlacedPictures } from './references/placed-pictures.js';
import { Message } from './entities/message.entity.js';
import { pageStatusById } from './dto/page-reads.js';
import { Page } from './entities/page.entity.js';
import { versionEvent, type AudienceEventKind } from './entities/pages.events.js';
import { Version } from './entities/version.entity.js';

const NO_PICTURE = { assetId: null, fileId: null };

@Injectable()
export class AudiencesService {
  constructor(
    private readonly em: EntityManager,
    private readonly recordLock: RecordLock,
    private readonly reads: PreparedReads,
    private readonly lists: Lists,
    private readonly locks: AudienceLocks,
    private readonly persons: AudiencePersons,
    private readonly inputs: CompositionInputs,
    private readonly history: AudienceHistory,
    private readonly archiving: AudienceArchiving,
    private readonly events: Events,
    private readonly pictures: LinkPictures,
    private readonly placed: PlacedPictures,
    private readonly topics: PageTopics,
  ) {}

  async list(pageId: string, query: AudiencesQuery): Promise<ListPage<AudienceView>> {
    const { archived, personId, status, ...page } = query;
    if (!(await this.reads.one(pageStatusById, pageId))) throw notFound('page');
    const ofPage = archived || status === 'archived' ? { archived: pageId } : { active: pageId };
    return this.lists.page(audienceList, page, await this.views(), { ...ofPage, personId, status });
  }

  async listAll({ archived, personId, status, ...page }: AllAudiencesQuery): Promise<ListPage<AudienceView>> {
    const filter = { isArchived: archived, personId, status };
    return this.lists.page(allAudiences, page, await this.views(), filter);
  }

  private async views(): Promise<(rows: AudienceRecord[]) => AudienceView[]> {
    const pictureOf = await this.pictures.ofFiles();
    return (rows) => rows.map((row) => audienceView(row, pictureOf));
  }

  async get(pageId: string, audienceId: string): Promise<AudienceView> {
    const record = await this.reads.one(audienceById, pageId, audienceId);
    if (!record) throw notFound('audience');
    return this.viewOf(record);
  }

  async create(pageId: string, { personId, archiveAt, ...overrides }: CreateAudience): Promise<AudienceView> {
    const page = await this.recordLock.findOne(Page, { id: pageId, deletedAt: null });
    if (!page) throw notFound('page');
    const person = await this.persons.required(personId);
    const wasDraft = page.status === 'draft';
    const audience = Audience.create(page, overrides, person?.id ?? null);
    await this.assertReferences(overrides);
    await this.archiving.plan(audience, archiveAt);
    if (wasDraft) this.events.record({ type: 'page.published', pageId: wireId('page', pageId) });
    this.record('audience.created', audience);
    const version = await this.publishFirst(page, audience, person);
    const versions = { latestVersion: version, publishedVersion: version };
    const own = { ...audienceColumns.valuesOf(audience), ogImageFileId: null };
    return this.viewOf({
      ...own,
      ...(await this.pictures.shownOf(page)),
      ...versions,
      person: person ?? null,
    });
  }

  async update(
    pageId: string,
    audienceId: string,
    { archiveAt, ...overrides }: UpdateAudience,
    precondition: Precondition,
  ): Promise<AudienceView> {
    const audience = await this.locks.lockDetached(pageId, audienceId);
    const pictureOf = await this.pictures.ofFiles();
    precondition.assertHolds(() => audienceView(audience, pictureOf));
    const before = { ...audience.overrides, archiveAt: audience.archiveAt };
    audience.changeOverrides(overrides);
    await this.assertReferences(overrides);
    await this.archiving.plan(audience, archiveAt);
    this.history.saveOverrides(audience, before, 'edit');
    return audienceView(audience, pictureOf);
  }

  async setPicture(
    pageId: string,
    audienceId: string,
    assetId: string,
    precondition: Precondition,
  ): Promise<AudienceView> {
    return this.changePicture(pageId, audienceId, precondition, () => this.pictures.required(assetId));
  }

  async removePicture(pageId: string, audienceId: string, precondition: Precondition): Promise<AudienceView> {
    return this.changePicture(pageId, audienceId, precondition, () => NO_PICTURE);
  }

  async archive(pageId: string, audienceId: string, precondition: Precondition): Promise<AudienceView> {
    const { audience } = await this.locks.lock(pageId, audienceId);
    const view = await this.get(pageId, audienceId);
    precondition.assertHolds(view);
    if (audience.archivedAt) return view;
    await this.archiving.archive(audience);
    return this.get(pageId, audienceId);
  }

  async restore(pageId: string, audienceId: string): Promise<AudienceView> {
    const { audience } = await this.locks.lock(pageId, audienceId);
    if (!audience.archivedAt) return this.get(pageId, audienceId);
    audience.restore();
    await this.em.flush();
    this.history.add(Message.withSnapshot(audience, 'restore'));
    this.record('audience.restored', audience);
    return this.get(pageId, audienceId);
  }

  /** A repeat changes nothing. */
  private async changePicture(
    pageId: string,
    audienceId: string,
    precondition: Precondition,
    newPicture: () => Promise<NamedPicture> | typeof NO_PICTURE,
  ): Promise<AudienceView> {
    const audience = await this.locks.lockDetached(pageId, audienceId);
    const pictureOf = await this.pictures.ofFiles();
    precondition.assertHolds(() => audienceView(audience, pictureOf));
    const { assetId, fileId } = await newPicture();
    const before = audience.overrides;
    if (audience.showBesideLinks(assetId)) this.history.saveOverrides(audience, before, 'edit');
    audience.ogImageFileId = fileId;
    return audienceView(audience, pictureOf);
  }

  private async assertReferences(given: AudienceOverridesInput): Promise<void> {
    await this.placed.assertUsable(given);
    await this.topics.assertUsable(given);
  }

  private async viewOf(record: AudienceRecord): Promise<AudienceView> {
    return audienceView(record, await this.pictures.ofFiles());
  }

  private async publishFirst(page: Page, audience: Audience, person?: PersonSummary): Promise<Version> {
    const input = await this.inputs.load(page, audience, audience, person);
    const composed = composeContent(input, templateText(input), 'template');
    const version = Version.publishFirst(audience, composed, page);
    // Insert the audience first: the ORM does not know that the version refers to it.
    await this.em.persist(audience).flush();
    this.em.persist(version);
    this.events.record(versionEvent('page.version.created', audience, version));
    this.events.record(versionEvent('page.version.published', audience, version));
    return version;
  }

  private record(type: AudienceEventKind, { id, pageId }: Audience): void {
    this.events.record({ type, pageId: wireId('page', pageId), audienceId: wireId('audience', id) });
  }
}
