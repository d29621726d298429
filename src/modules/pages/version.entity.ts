import { defineEntity, p } from '@mikro-orm/core';
import { columns } from '../../shared/database/column-map.js';
import { bigNumber, moment, newRecord, recordColumns, timestamps } from '../../shared/database/columns.js';
import { detached } from '../../shared/database/detached.js';
import { clock } from '../../shared/kernel/clock.js';
import { conflict, invalid } from '../../shared/kernel/errors.js';
import type { Audience } from './audience.entity.js';
import type { Content } from './composing/content.js';
import type { DraftReasonCode } from './composing/draft-reasons.js';
import { versionLifecycle, type VersionStatus } from './version.lifecycle.js';

/** How far ahead `publishAt` may be: a leap year. */
const MAX_DAYS_AHEAD = 366;

/** What a version shows as it is stored. */
export const versionFields = columns({
  versionNumber: bigNumber(),
  status: p.text().$type<VersionStatus>(),
  isNewPageAgent: p.boolean(),
  supplementaryContext: p.text().nullable(),
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

/** All that is read of a version. */
export const versionColumns = columns({
  id: recordColumns.id,
  audienceId: p.uuid(),
  rolledBackFrom: p.uuid().nullable(),
  draftReason: p.text().$type<DraftReasonCode>().nullable(),
}).and(versionFields);

const VersionSchema = defineEntity({
  name: 'Version',
  tableName: 'audience_version',
  properties: {
    ...recordColumns,
    ...versionColumns.properties,
    operationKey: p.text().nullable(),
    // Among the versions of the audience that wait. A scheduled one has none until its time has come.
    queuePosition: bigNumber().nullable().fieldName('place'),
    // Up to 1 MiB, and hardly ever asked for.
    content: p.json<Content>().nullable().lazy(),
  },
});

/** One state of what an audience is shown. Once composed, its content never changes. */
export class Version extends VersionSchema.class {
  /** An audience is never without something to show, so its first version is published at once. */
  static publishFirst(audience: Audience, content: Content): Version {
    const publishedAt = clock.now();
    return newVersion(audience, 'published', { isNewPageAgent: false, content, publishedAt });
  }

  /** A version with a `publishAt` ahead is scheduled; any other one waits in the queue of its audience. */
  static create(
    audience: Audience,
    { operationKey, publishAt }: { operationKey: string | undefined; publishAt: Date | null },
  ): Version {
    assertNotTooFarAhead(publishAt);
    const isAhead = publishAt !== null && publishAt > clock.now();
    const queuePosition = isAhead ? null : audience.nextQueuePosition();
    return newVersion(audience, 'pending', { isNewPageAgent: true, operationKey, publishAt, queuePosition });
  }

  /** Shows once more what an earlier version showed: there is nothing to compose. */
  static rollBackTo(earlier: Version, audience: Audience): Version {
    earlier.assertWasShown();
    const { id: rolledBackFrom, isNewPageAgent, supplementaryContext, content } = earlier;
    const queuePosition = audience.nextQueuePosition();
    const values = { rolledBackFrom, isNewPageAgent, supplementaryContext, content, queuePosition };
    return newVersion(audience, 'pending', values);
  }

  isScheduled(): boolean {
    return this.status === 'pending' && this.queuePosition == null;
  }

  /** The time of a scheduled version has come: from here on it waits like the others. */
  release(queuePosition: number): void {
    this.queuePosition = queuePosition;
    this.updatedAt = clock.now();
  }

  /** Published again by hand, a draft waits behind the others. */
  wait(queuePosition: number): void {
    this.become('pending');
    this.queuePosition = queuePosition;
    this.queuedAt = this.queueDurationMs = this.draftReason = null;
  }

  /** For the workers. */
  queue(): void {
    this.become('queued');
    this.queuedAt = this.updatedAt;
    this.queueDurationMs = this.draftReason = null;
  }

  /** A worker begins. */
  claim(): void {
    this.become('processing');
    this.queueDurationMs = Math.max(0, this.updatedAt.getTime() - this.queuedAt!.getTime());
  }

  /** A rollback was made with its content; any other version gets it now. */
  publish(content?: Content): void {
    this.become('published');
    this.publishedAt = this.updatedAt;
    if (content) this.content = content;
  }

  /** Nobody could make anything of it; it waits to be published by hand, or cancelled. */
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

  /** A newer version is published in its place. */
  archive(): void {
    this.become('archived');
    this.obsoleteAt = this.archivedAt = this.updatedAt;
  }

  private become(status: VersionStatus): void {
    this.status = versionLifecycle.step(this.status, status);
    this.updatedAt = clock.now();
  }

  private assertWasShown(): void {
    if (this.status === 'archived') return;
    throw conflict(
      `version_${this.status}`,
      `The version is ${this.status}; only one that was published before can be rolled back to.`,
    );
  }
}

VersionSchema.setClass(Version);

/** What a new version says besides its page is settled by its audience now. */
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

function assertNotTooFarAhead(publishAt: Date | null): void {
  if (!publishAt || publishAt.getTime() <= clock.now().getTime() + MAX_DAYS_AHEAD * 86_400_000) return;
  const message = `publishAt must be at most a year (${MAX_DAYS_AHEAD} days) ahead.`;
  throw invalid([{ pointer: '/publishAt', code: 'out_of_range', message }]);
}
