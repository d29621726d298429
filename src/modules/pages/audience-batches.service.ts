import { Injectable } from '@nestjs/common';
import { fieldsOfNew } from '../../shared/audit/field-changes.js';
import { actOnItems, readableItems, type BatchResults } from '../../shared/batches/batch-results.js';
import { PreparedWrite, PreparedWrites } from '../../shared/database/records/prepared-writes.js';
import { RecordLock } from '../../shared/database/transactions/record-lock.js';
import { Events } from '../../shared/events/events.js';
import { conflict, notFound } from '../../shared/kernel/errors.js';
import { wireId } from '../../shared/kernel/ids.js';
import { givenMoment } from '../../shared/kernel/wire-time.js';
import { AudiencePersons } from './composing/audience-persons.js';
import { composeContent } from './composing/compose-content.js';
import { CompositionInputs } from './composing/composition-input.js';
import { templateText } from './composing/template-composer.js';
import { audienceView } from './dto/audience-reads.js';
import type { AudienceView, CreateAudience, CreateAudiences } from './dto/audiences.dto.js';
import { Audience, audienceColumns } from './entities/audience.entity.js';
import { Page } from './entities/page.entity.js';
import { versionEvent } from './entities/pages.events.js';
import { storedVersionColumns, Version } from './entities/version.entity.js';
import { AudienceArchiving } from './publishing/audience-archiving.js';
import { LinkPictures } from './references/link-pictures.js';
import { PageTopics } from './references/page-topics.js';
import { PlacedPictures } from './references/placed-pictures.js';

const insertAudiences = PreparedWrite.insertAll('audience', audienceColumns.columns);
const insertVersions = PreparedWrite.insertAll('audience_version', storedVersionColumns.columns);

/** The content of one audience can have 1 MiB. All are in memory until they are stored, and answered with metadata. */
const MAX_CONTENTS_BYTES = 16 * 1024 * 1024;

/** The most that one statement stores, unless one version has more: a larger parameter would hold up other requests. */
const MAX_STATEMENT_BYTES = 2 * 1024 * 1024;

/** What a batch has decided, and will write. */
class NewAudiences {
  readonly audiences: Audience[] = [];
  /** As JSON. */
  readonly versions: string[] = [];
  private bytes = 0;

  add(audience: Audience, version: Version): void {
    const row = storedVersionColumns.toRows([version]).slice(1, -1);
    const bytes = this.bytes + Buffer.byteLength(row);
    if (bytes > MAX_CONTENTS_BYTES) throw contentsTooLarge();
    this.bytes = bytes;
    this.audiences.push(audience);
    this.versions.push(row);
  }

  /** Rows for one statement each. */
  *parts(): Generator<string> {
    let part: string[] = [];
    let length = 0;
    for (const row of this.versions) {
      if (part.length > 0 && length + row.length > MAX_STATEMENT_BYTES) {
        yield `[${part.join(',')}]`;
        [part, length] = [[], 0];
      }
      part.push(row);
      length += row.length;
    }
    if (part.length > 0) yield `[${part.join(',')}]`;
  }
}

/** Adds many audiences to a page with as many statements as one audience needs (decision 108). */
@Injectable()
export class AudienceBatchesService {
  constructor(
    private readonly recordLock: RecordLock,
    private readonly writes: PreparedWrites,
    private readonly persons: AudiencePersons,
    private readonly placed: PlacedPictures,
    private readonly topics: PageTopics,
    private readonly inputs: CompositionInputs,
    private readonly pictures: LinkPictures,
    private readonly archiving: AudienceArchiving,
    private readonly events: Events,
  ) {}

  async create(pageId: string, batch: CreateAudiences): Promise<BatchResults<AudienceView>> {
    const page = await this.recordLock.findOne(Page, { id: pageId, deletedAt: null });
    if (!page) throw notFound('page');
    const made = new NewAudiences();
    const createOne = await this.prepared(page, readableItems(batch), made);
    const results = await actOnItems(batch, (item) => unchangedIfRefused(page, () => createOne(item)));
    if (made.audiences.length === 0) return results;
    await this.writes.run(insertAudiences, audienceColumns.toRows(made.audiences));
    for (const rows of made.parts()) await this.writes.run(insertVersions, rows);
    await this.archiving.sendJobs(made.audiences);
    return results;
  }

  /** Reads and locks what the items name, all at once. */
  private async prepared(
    page: Page,
    items: readonly CreateAudience[],
    made: NewAudiences,
  ): Promise<(item: CreateAudience) => AudienceView> {
    const personOf = await this.persons.locked(items.map(({ personId }) => personId));
    const assertPictures = await this.placed.locked(items);
    const assertTopics = await this.topics.known(items);
    const inputOf = await this.inputs.loader(page, items);
    const pictureOf = await this.pictures.ofFiles();
    const shown = await this.pictures.shownOf(page);
    return ({ personId, archiveAt, ...overrides }) => {
      const person = personOf(personId);
      const wasDraft = page.status === 'draft';
      const audience = Audience.create(page, overrides, person?.id ?? null);
      assertPictures(overrides);
      assertTopics(overrides);
      audience.planToArchive(givenMoment(archiveAt));
      const input = inputOf(audience, person);
      const version = Version.publishFirst(
        audience,
        composeContent(input, templateText(input), 'template'),
        page,
      );
      made.add(audience, version);
      this.record(audience, version, wasDraft);
      const own = { ...audienceColumns.valuesOf(audience), ogImageFileId: null };
      const versions = { latestVersion: version, publishedVersion: version };
      return audienceView({ ...own, ...shown, ...versions, person: person ?? null }, pictureOf);
    };
  }

  private record(audience: Audience, version: Version, isFirstOfPage: boolean): void {
    const pageId = wireId('page', audience.pageId);
    if (isFirstOfPage) this.events.record({ type: 'page.published', pageId });
    const audienceId = wireId('audience', audience.id);
    this.events.record({ type: 'audience.created', pageId, audienceId }, fieldsOfNew(audience));
    for (const type of ['page.version.created', 'page.version.published'] as const)
      this.events.record(versionEvent(type, audience, version), fieldsOfNew(version));
  }
}

/** A new audience takes a number of its page, and may publish the page. A refused item must do neither. */
function unchangedIfRefused<View>(page: Page, act: () => View): View {
  const { status, audiencesMade, updatedAt } = page;
  try {
    return act();
  } catch (error) {
    Object.assign(page, { status, audiencesMade, updatedAt });
    throw error;
  }
}

function contentsTooLarge() {
  const limit = `${MAX_CONTENTS_BYTES / 1024 / 1024} MiB`;
  return conflict(
    'content_too_large',
    `The contents of the audiences of one batch may have ${limit} together; send fewer items.`,
  );
}
