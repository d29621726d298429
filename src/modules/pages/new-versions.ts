import { EntityManager } from '@mikro-orm/postgresql';
import { Injectable } from '@nestjs/common';
import { Events } from '../../shared/events/events.js';
import { Jobs } from '../../shared/jobs/jobs.js';
import { clock } from '../../shared/kernel/clock.js';
import { conflict } from '../../shared/kernel/errors.js';
import type { Audience } from './audience.entity.js';
import type { Content } from './content.dto.js';
import { releaseScheduledVersion } from './versions.jobs.js';
import { versionEvent } from './version-event.js';
import { VersionQueue, WAITS_FOR_ITS_MOMENT, WAITS_FOR_ITS_TURN } from './version-queue.js';
import { Version } from './version.entity.js';
import { versionLifecycle } from './version.lifecycle.js';

/** Whoever makes more than can be published should know. */
const MAX_WAITING_VERSIONS = 100;

/** What a new version is to be, besides what its audience says. */
interface NewVersionOptions {
  operationKey: string | undefined;
  publishAt: Date | null;
}

/** The ways in which versions come to be, each with the audience held. */
@Injectable()
export class NewVersions {
  constructor(
    private readonly em: EntityManager,
    private readonly jobs: Jobs,
    private readonly events: Events,
    private readonly queue: VersionQueue,
  ) {}

  /** An audience is never without something to show: its first version does not wait for anybody. */
  publishFirst(audience: Audience, content: Content): Version {
    const version = this.em.create(Version, {
      audience,
      versionNumber: audience.numberVersion(),
      status: versionLifecycle.step(null, 'published'),
      isNewPageAgent: false,
      supplementaryContext: audience.supplementaryContext,
      content,
      publishedAt: clock.now(),
    });
    this.events.record(versionEvent('page.version.created', version));
    this.events.record(versionEvent('page.version.published', version));
    return version;
  }

  /** One of an audience is in flight at a time; the others wait for their turn. */
  async add(audience: Audience, { operationKey, publishAt }: NewVersionOptions): Promise<Version> {
    const now = clock.now();
    const isForLater = publishAt !== null && publishAt > now;
    await this.assertWithinLimit(audience, isForLater ? WAITS_FOR_ITS_MOMENT : WAITS_FOR_ITS_TURN);
    const status = isForLater || (await this.queue.isBusy(audience)) ? 'pending' : 'queued';
    const version = this.em.create(Version, {
      audience,
      versionNumber: audience.numberVersion(),
      status: versionLifecycle.step(null, status),
      isNewPageAgent: true,
      supplementaryContext: audience.supplementaryContext,
      operationKey,
      publishAt,
      place: isForLater ? null : audience.givePlace(),
      createdAt: now,
      queuedAt: status === 'queued' ? now : null,
    });
    if (status === 'queued') await this.queue.sendToWorkers(version);
    if (isForLater)
      await this.jobs.enqueue(releaseScheduledVersion, { versionId: version.id }, { startAfter: publishAt });
    this.events.record(versionEvent('page.version.created', version));
    return version;
  }

  /** Says once more what an earlier version said. There is nothing to compose, so it needs no worker. */
  async rollBack(audience: Audience, earlier: Version): Promise<Version> {
    earlier.assertWasShown();
    await this.assertWithinLimit(audience, WAITS_FOR_ITS_TURN);
    const version = this.em.create(Version, {
      audience,
      versionNumber: audience.numberVersion(),
      status: versionLifecycle.step(null, 'pending'),
      isNewPageAgent: earlier.isNewPageAgent,
      supplementaryContext: earlier.supplementaryContext,
      content: earlier.content,
      rolledBackFrom: earlier.id,
      place: audience.givePlace(),
    });
    this.events.record(versionEvent('page.version.created', version));
    await this.queue.startNext(audience);
    return version;
  }

  /** Counted apart: what is planned for next year must not keep anybody from publishing now. */
  private async assertWithinLimit(
    audience: Audience,
    waiting: typeof WAITS_FOR_ITS_TURN | typeof WAITS_FOR_ITS_MOMENT,
  ): Promise<void> {
    if ((await this.em.count(Version, { audience, ...waiting })) < MAX_WAITING_VERSIONS) return;
    throw conflict(
      'too_many_versions',
      `There can be ${MAX_WAITING_VERSIONS} versions of an audience waiting for their turn, and as many for their moment.`,
    );
  }
}
