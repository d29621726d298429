import { defineEntity, p } from '@mikro-orm/core';
import { bigNumber, moment, recordColumns } from '../../shared/database/columns.js';
import { clock } from '../../shared/kernel/clock.js';
import { conflict } from '../../shared/kernel/errors.js';
import { Audience } from './audience.entity.js';
import type { Content } from './content.dto.js';
import type { DraftReasonCode } from './draft-reason.js';
import { versionLifecycle, type VersionStatus } from './version.lifecycle.js';

const VersionSchema = defineEntity({
  name: 'Version',
  tableName: 'audience_version',
  properties: {
    ...recordColumns,
    audience: () => p.manyToOne(Audience),
    versionNumber: bigNumber(),
    status: p.text().$type<VersionStatus>(),
    isNewPageAgent: p.boolean(),
    supplementaryContext: p.text().nullable(),
    operationKey: p.text().nullable(),
    publishAt: moment().nullable(),
    // Among those that wait; none has it whose time has not come.
    place: bigNumber().nullable(),
    rolledBackFrom: p.uuid().nullable(),
    queueDurationMs: bigNumber().nullable(),
    // Up to 1 MiB, and hardly ever asked for.
    content: p.json<Content>().nullable().lazy(),
    draftReason: p.text().$type<DraftReasonCode>().nullable(),
    becameDraftAt: moment().nullable(),
    queuedAt: moment().nullable(),
    publishedAt: moment().nullable(),
    cancelledAt: moment().nullable(),
    obsoleteAt: moment().nullable(),
    archivedAt: moment().nullable(),
  },
});

/** One state of what an audience is shown. Once composed, its content never changes. */
export class Version extends VersionSchema.class {
  queue(): void {
    this.become('queued');
    this.queuedAt = this.updatedAt;
    this.queueDurationMs = this.draftReason = null;
  }

  wait(place: number): void {
    this.become('pending');
    this.place = place;
    this.queuedAt = this.queueDurationMs = this.draftReason = null;
  }

  /** A worker begins; from here on it counts as waited for. */
  claim(): void {
    this.become('processing');
    this.queueDurationMs = Math.max(0, this.updatedAt.getTime() - this.queuedAt!.getTime());
  }

  publish(content: Content): void {
    this.goLive();
    this.content = content;
  }

  /** For one that was made with its content. */
  goLive(): void {
    this.become('published');
    this.publishedAt = this.updatedAt;
  }

  waitsForItsMoment(): boolean {
    return this.status === 'pending' && this.place == null;
  }

  /** For one that waits for its moment: this is it. */
  release(place: number): void {
    this.place = place;
    this.updatedAt = clock.now();
  }

  /** There is only a way back to what visitors were shown before. */
  assertWasShown(): void {
    if (this.status === 'archived') return;
    throw conflict(
      `version_${this.status}`,
      `The version is ${this.status}; only one that was published before can be rolled back to.`,
    );
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

  /** A newer one took its place. */
  retire(): void {
    this.become('archived');
    this.obsoleteAt = this.archivedAt = this.updatedAt;
  }

  private become(status: VersionStatus): void {
    this.status = versionLifecycle.step(this.status, status);
    this.updatedAt = clock.now();
  }
}

VersionSchema.setClass(Version);
