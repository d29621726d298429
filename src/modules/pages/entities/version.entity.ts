import { defineEntity, p } from '@mikro-orm/core';
import { columns } from '../../../shared/database/records/column-map.js';
import {
  bigNumber,
  moment,
  newRecord,
  recordColumns,
  timestamps,
} from '../../../shared/database/records/columns.js';
import { notPersonal, personal } from '../../../shared/database/records/personal.js';
import { PersonalTable } from '../../../shared/database/records/personal-table.js';
import { derived } from '../../../shared/database/records/derived.js';
import { detached } from '../../../shared/database/records/detached.js';
import { clock } from '../../../shared/kernel/clock.js';
import { conflict } from '../../../shared/kernel/errors.js';
import type { Audience } from './audience.entity.js';
import { CONTENT_RULES, type ComposedContent, type Content, type TextAuthor } from './content.js';
import type { Page } from './page.entity.js';
import { assertNotTooFarAhead } from './planned-time.js';
import type { DraftReasonCode } from './draft-reasons.js';
import { versionLifecycle, type VersionStatus } from './version.lifecycle.js';

/** The stored fields of a version that its view shows. */
export const versionFields = columns({
  versionNumber: bigNumber(),
  status: notPersonal(p.text().$type<VersionStatus>()),
  isNewPageAgent: p.boolean(),
  supplementaryContext: personal(p.text().nullable()),
  queueDurationMs: bigNumber().nullable(),
  publishAt: moment().nullable(),
  createdAt: timestamps.createdAt,
  becameDraftAt: moment().nullable(),
  queuedAt: moment().nullable(),
  publishedAt: moment().nullable(),
  cancelledAt: moment().nullable(),
  obsoleteAt: moment().nullable(),
  archivedAt: moment().nullable(),
});

/** The columns that are read of a version. */
export const versionColumns = columns({
  id: recordColumns.id,
  audienceId: p.uuid(),
  rolledBackFrom: p.uuid().nullable(),
  draftReason: notPersonal(p.text().$type<DraftReasonCode>().nullable()),
}).and(versionFields);

const contentColumns = columns({
  /** The brand that the page named when the version was composed; null in versions of earlier releases. */
  brandId: notPersonal(p.text().nullable()),
  operationKey: personal(p.text().nullable()),
  // Up to 1 MiB, and rarely needed.
  content: personal(p.json<Content>().nullable().lazy()),
});

export const versionTable = new PersonalTable('audience_version', versionColumns.and(contentColumns), {
  whenMentioned: 'module',
});

/** The columns that a batch stores. */
export const storedVersionColumns = versionColumns.and(contentColumns).and(
  columns({
    updatedAt: timestamps.updatedAt,
    // The position in the queue of the audience. A scheduled version has none until it is due.
    queuePosition: derived(bigNumber().nullable().fieldName('place')),
    contentRules: derived(p.integer().nullable()),
    textAuthor: derived(notPersonal(p.text().$type<TextAuthor>().nullable())),
  }),
);

const VersionSchema = defineEntity({
  name: 'Version',
  tableName: 'audience_version',
  properties: { ...recordColumns, ...storedVersionColumns.properties },
});

/** A version of an audience's page. Composed content changes only with the composing rules or with an erasure. */
export class Version extends VersionSchema.class {
  /** Publishes the first version of an audience at once, so an audience always has a published version. */
  static publishFirst(
    audience: Audience,
    { content, author: textAuthor }: ComposedContent,
    { brandId }: Pick<Page, 'brandId'>,
  ): Version {
    const publishedAt = clock.now();
    const composed = { content, textAuthor, contentRules: CONTENT_RULES, brandId };
    return newVersion(audience, 'published', { isNewPageAgent: false, ...composed, publishedAt });
  }

  /** With a `publishAt` in the future the version is scheduled; otherwise it joins the queue of its audience. */
  static create(
    audience: Audience,
    { operationKey, publishAt }: { operationKey: string | undefined; publishAt: Date | null },
  ): Version {
    assertNotTooFarAhead('publishAt', publishAt);
    const isAhead = publishAt !== null && publishAt > clock.now();
    const queuePosition = isAhead ? null : audience.nextQueuePosition();
    return newVersion(audience, 'pending', { isNewPageAgent: true, operationKey, publishAt, queuePosition });
  }

  /** Has the content of an earlier version, so there is nothing to compose. */
  static rollBackTo(earlier: Version, audience: Audience): Version {
    earlier.assertWasShown();
    const { id: rolledBackFrom, isNewPageAgent, supplementaryContext } = earlier;
    const { content, contentRules, textAuthor, brandId } = earlier;
    if (!content)
      throw conflict('version_erased', 'The content of the version was erased together with its person.');
    const queuePosition = audience.nextQueuePosition();
    const composed = { isNewPageAgent, supplementaryContext, content, contentRules, textAuthor, brandId };
    return newVersion(audience, 'pending', { rolledBackFrom, ...composed, queuePosition });
  }

  isScheduled(): boolean {
    return this.status === 'pending' && this.queuePosition == null;
  }

  /** A scheduled version joins the queue. */
  release(queuePosition: number): void {
    this.queuePosition = queuePosition;
    this.updatedAt = clock.notBefore(this.updatedAt);
  }

  /** A draft that is published again by hand joins the queue. */
  wait(queuePosition: number): void {
    this.become('pending');
    this.queuePosition = queuePosition;
    this.queuedAt = this.queueDurationMs = this.draftReason = null;
  }

  /** Ready for a worker. */
  queue(): void {
    this.become('queued');
    this.queuedAt = this.updatedAt;
    this.queueDurationMs = this.draftReason = null;
  }

  /** A worker starts to compose it. */
  claim(): void {
    this.become('processing');
    this.queueDurationMs = Math.max(0, this.updatedAt.getTime() - this.queuedAt!.getTime());
  }

  /** The version is composed from the page as it is now. */
  composeFrom({ brandId }: Pick<Page, 'brandId'>): void {
    this.brandId = brandId;
  }

  /** A rollback has its content already. */
  publish(composed?: ComposedContent): void {
    this.become('published');
    this.publishedAt = this.updatedAt;
    if (composed) this.compose(composed);
  }

  /** Sets content that the current rules composed. */
  compose({ content, author }: ComposedContent): void {
    this.content = content;
    this.textAuthor = author;
    this.contentRules = CONTENT_RULES;
  }

  /** The person was erased; the new content does not name the person. */
  forgetPerson(composed: ComposedContent): void {
    this.compose(composed);
    this.supplementaryContext = this.operationKey = null;
    this.updatedAt = clock.notBefore(this.updatedAt);
  }

  /** The version could not be composed. A client publishes it again or cancels it. */
  becomeDraft(reason: DraftReasonCode): void {
    this.become('draft');
    this.draftReason = reason;
    this.becameDraftAt = this.updatedAt;
  }

  /** A repeat changes nothing. */
  cancel(): void {
    if (this.status === 'cancelled') return;
    this.become('cancelled');
    this.cancelledAt = this.updatedAt;
  }

  /** Another version is published instead. */
  archive(): void {
    this.become('archived');
    this.obsoleteAt = this.archivedAt = this.updatedAt;
  }

  private become(status: VersionStatus): void {
    this.status = versionLifecycle.step(this.status, status);
    this.updatedAt = clock.notBefore(this.updatedAt);
  }

  private assertWasShown(): void {
    if (this.status === 'archived') return;
    throw conflict(
      `version_${this.status}`,
      `The version is ${this.status}; a rollback needs a version that was published before.`,
    );
  }
}

VersionSchema.setClass(Version);

/** Copies the current supplementary context of the audience; later changes do not affect the version. */
function newVersion<Values extends Partial<Version>>(
  audience: Audience,
  status: VersionStatus,
  values: Values,
): Version {
  return detached(Version, {
    ...newRecord(),
    audienceId: audience.id,
    versionNumber: audience.nextVersionNumber(),
    status: versionLifecycle.step(null, status),
    supplementaryContext: audience.supplementaryContext,
    ...values,
  });
}
