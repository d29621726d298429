import { EntityManager, LockMode } from '@mikro-orm/postgresql';
import { Injectable } from '@nestjs/common';
import { Lists } from '../../shared/database/lists.js';
import { PreparedReads } from '../../shared/database/prepared-reads.js';
import { Events } from '../../shared/events/events.js';
import type { Precondition } from '../../shared/kernel/precondition.js';
import { notFound } from '../../shared/kernel/errors.js';
import { wireId } from '../../shared/kernel/ids.js';
import type { ListPage } from '../../shared/kernel/list-page.js';
import { AudiencePersons } from './audience-persons.js';
import { audienceById, audienceList } from './audience-reads.js';
import { audienceView, type AudienceRecord } from './audience-views.js';
import { assertWithinLimit, Audience, overridesOf } from './audience.entity.js';
import type { AudiencesQuery, AudienceView, CreateAudience, UpdateAudience } from './audiences.dto.js';
import { compose } from './composing/compose.js';
import { AudienceLocks } from './audience-locks.js';
import { AudienceHistory } from './audience-history.js';
import { CompositionInputs } from './composing/composition-input.js';
import { NewVersions } from './new-versions.js';
import { OverrideChanges } from './override-changes.js';
import { standingPage } from './page-reads.js';
import { Page } from './page.entity.js';
import type { AudienceEventKind } from './pages.events.js';
import { templateWords } from './composing/template-composer.js';
import { VersionQueue } from './version-queue.js';

@Injectable()
export class AudiencesService {
  constructor(
    private readonly em: EntityManager,
    private readonly reads: PreparedReads,
    private readonly lists: Lists,
    private readonly locks: AudienceLocks,
    private readonly persons: AudiencePersons,
    private readonly overrides: OverrideChanges,
    private readonly inputs: CompositionInputs,
    private readonly newVersions: NewVersions,
    private readonly queue: VersionQueue,
    private readonly history: AudienceHistory,
    private readonly events: Events,
  ) {}

  async list(pageId: string, { archived, ...page }: AudiencesQuery): Promise<ListPage<AudienceView>> {
    if (!(await this.reads.one(standingPage, pageId))) throw notFound('page');
    const filter = archived ? { archived: pageId } : { standing: pageId };
    return this.lists.page(audienceList, page, (rows) => this.viewsOf(rows), filter);
  }

  async get(pageId: string, audienceId: string): Promise<AudienceView> {
    const record = await this.reads.one(audienceById, pageId, audienceId);
    if (!record) throw notFound('audience');
    return this.viewOf(record);
  }

  async create(pageId: string, { personId, ...given }: CreateAudience): Promise<AudienceView> {
    const page = await this.em.findOne(
      Page,
      { id: pageId, deletedAt: null },
      { lockMode: LockMode.PESSIMISTIC_WRITE },
    );
    if (!page) throw notFound('page');
    const overrides = overridesOf(given);
    assertWithinLimit(overrides);
    const person = await this.persons.required(personId);
    const wasDraft = page.status === 'draft';
    const number = page.admitAudience();
    if (wasDraft) this.events.record({ type: 'page.published', pageId: wireId('page', pageId) });
    const audience = this.em.create(Audience, {
      page,
      number,
      ...overrides,
      personId: person?.id,
      versionsMade: 0,
      placesGiven: 0,
    });
    const input = await this.inputs.load(page, audience, overrides, person);
    const content = compose(input, templateWords(input));
    this.record('audience.created', audience);
    const version = this.newVersions.publishFirst(audience, content);
    return audienceView(recordOf(page, audience, version), person);
  }

  async update(
    pageId: string,
    audienceId: string,
    change: UpdateAudience,
    precondition: Precondition,
  ): Promise<AudienceView> {
    const record = await this.locks.lockRecord(pageId, audienceId);
    const person = await this.persons.known(record.personId);
    precondition.assertHolds(audienceView(record, person));
    const { changed } = this.overrides.apply(record, change, { kind: 'edit' });
    return audienceView(changed, person);
  }

  async archive(pageId: string, audienceId: string, precondition: Precondition): Promise<AudienceView> {
    const { audience } = await this.locks.lock(pageId, audienceId);
    const view = await this.get(pageId, audienceId);
    precondition.assertHolds(view);
    if (audience.archivedAt) return view;
    audience.archive();
    await this.queue.cancelAll(audience);
    this.record('audience.archived', audience);
    return this.get(pageId, audienceId);
  }

  async restore(pageId: string, audienceId: string): Promise<AudienceView> {
    const { audience } = await this.locks.lock(pageId, audienceId);
    if (!audience.archivedAt) return this.get(pageId, audienceId);
    audience.restore();
    await this.em.flush();
    this.history.add(audience, 'restore');
    this.record('audience.restored', audience);
    return this.get(pageId, audienceId);
  }

  private async viewOf(record: AudienceRecord): Promise<AudienceView> {
    return audienceView(record, await this.persons.known(record.personId));
  }

  private async viewsOf(records: readonly AudienceRecord[]): Promise<AudienceView[]> {
    const persons = await this.persons.allOf(records);
    return records.map((record) => audienceView(record, persons.get(record.personId ?? '')));
  }

  private record(type: AudienceEventKind, audience: Audience): void {
    const [pageId, audienceId] = [wireId('page', audience.page.id), wireId('audience', audience.id)];
    this.events.record({ type, pageId, audienceId });
  }
}

function recordOf(page: Page, audience: Audience, version: AudienceRecord['latestVersion']): AudienceRecord {
  const { id, number, personId = null, createdAt } = audience;
  const { name: pageName, metadata: pageMetadata = null } = page;
  return {
    ...{ id, number, personId, createdAt, archivedAt: null, ...overridesOf(audience) },
    ...{ pageId: page.id, pageName, pageMetadata },
    ...{ latestVersion: version, publishedVersion: version },
  };
}
