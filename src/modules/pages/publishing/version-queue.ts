import { EntityManager, LockMode } from '@mikro-orm/postgresql';
import { Injectable } from '@nestjs/common';
import { Events } from '../../../shared/events/events.js';
import { Jobs } from '../../../shared/jobs/jobs.js';
import { conflict } from '../../../shared/kernel/errors.js';
import { wireId } from '../../../shared/kernel/ids.js';
import type { Audience } from '../entities/audience.entity.js';
import type { ComposedContent } from '../entities/content.js';
import type { DraftReasonCode } from '../entities/draft-reasons.js';
import { Page } from '../entities/page.entity.js';
import { versionEvent, type VersionEventKind } from '../entities/pages.events.js';
import { publishVersion, releaseScheduledVersion } from './versions.jobs.js';
import { Version } from '../entities/version.entity.js';
import type { VersionStatus } from '../entities/version.lifecycle.js';

/** How many versions of an audience may wait in the queue. The same number may be scheduled in addition. */
export const MAX_WAITING_VERSIONS = 100;

const WAITING = { status: 'pending', queuePosition: { $ne: null } } as const;
const SCHEDULED = { status: 'pending', queuePosition: null } as const;

const IN_FLIGHT: VersionStatus[] = ['queued', 'processing'];
const NOT_PUBLISHED: VersionStatus[] = [...IN_FLIGHT, 'pending', 'draft'];

/**
 * The queue of an audience. It publishes versions one at a time, in the order of their queue positions. A version gets
 * its position when it is created; a scheduled version gets it when it is due. Callers always lock the audience.
 */
@Injectable()
export class VersionQueue {
  constructor(
    private readonly em: EntityManager,
    private readonly jobs: Jobs,
    private readonly events: Events,
  ) {}

  async add(audience: Audience, version: Version): Promise<void> {
    if (version.isScheduled()) {
      await this.assertWithinLimit(audience, SCHEDULED);
      const startAfter = version.publishAt!;
      await this.jobs.enqueue(releaseScheduledVersion, { versionId: version.id }, { startAfter });
    } else {
      await this.assertWithinLimit(audience, WAITING);
      if (!(await this.isBusy(audience))) await this.sendToWorkers(version);
    }
    this.em.persist(version);
    this.record('page.version.created', audience, version);
  }

  /** A rollback has its content, so it needs no worker. */
  async addRollback(audience: Audience, version: Version): Promise<void> {
    await this.assertWithinLimit(audience, WAITING);
    this.em.persist(version);
    this.record('page.version.created', audience, version);
    await this.startNext(audience);
  }

  /**
   * A scheduled version is due. If no worker was running, several versions are due at once. They go live in the order
   * of their `publishAt`, then of their numbers, whichever job runs first. So this also releases the earlier ones.
   */
  async releaseScheduled(audience: Audience, version: Version): Promise<void> {
    if (!version.isScheduled()) return;
    const due = await this.em.find(
      Version,
      { audienceId: audience.id, ...SCHEDULED, publishAt: { $lte: version.publishAt } },
      { orderBy: { publishAt: 'asc', versionNumber: 'asc' } },
    );
    for (const each of due) {
      each.release(audience.nextQueuePosition());
      this.recordForAudit('page.version.released', audience, each);
    }
    await this.startNext(audience);
  }

  /** By hand: publishes a draft again, or a scheduled version before its time. */
  async publishNow(audience: Audience, version: Version): Promise<void> {
    audience.assertNotArchived();
    if (version.isScheduled()) {
      version.release(audience.nextQueuePosition());
      await this.startNext(audience);
    } else if (await this.isBusy(audience)) version.wait(audience.nextQueuePosition());
    else await this.sendToWorkers(version);
    this.record('page.version.retried', audience, version);
  }

  async cancel(audience: Audience, version: Version): Promise<void> {
    if (version.status === 'cancelled') return;
    version.cancel();
    this.record('page.version.cancelled', audience, version);
    await this.startNext(audience);
  }

  async cancelAll(audience: Audience): Promise<void> {
    const open = { audienceId: audience.id, status: { $in: NOT_PUBLISHED } };
    for (const version of await this.em.find(Version, open)) {
      version.cancel();
      this.record('page.version.cancelled', audience, version);
    }
    await this.em.flush();
  }

  async publish(audience: Audience, version: Version, composed: ComposedContent): Promise<void> {
    await this.archivePublished(audience);
    version.publish(composed);
    this.record('page.version.processed', audience, version);
    this.record('page.version.published', audience, version);
    await this.startNext(audience);
  }

  /** The version becomes a draft, and the next one starts. */
  async fail(audience: Audience, version: Version, reason: DraftReasonCode): Promise<void> {
    version.becomeDraft(reason);
    this.record('page.version.processed', audience, version);
    await this.startNext(audience);
  }

  private async startNext(audience: Audience): Promise<void> {
    await this.em.flush();
    if (await this.isBusy(audience)) return;
    const next = await this.em.findOne(
      Version,
      { audienceId: audience.id, ...WAITING },
      { orderBy: { queuePosition: 'asc' } },
    );
    if (!next) return;
    if (next.rolledBackFrom) return this.publishRollback(audience, next);
    await this.sendToWorkers(next);
    this.recordForAudit('page.version.queued', audience, next);
  }

  private async publishRollback(audience: Audience, version: Version): Promise<void> {
    // A shared lock: the page can't be archived before the commit.
    const page = await this.em.findOneOrFail(
      Page,
      { id: audience.pageId },
      { lockMode: LockMode.PESSIMISTIC_READ },
    );
    if (!page.allowsPublishing()) return this.cancel(audience, version);
    await this.archivePublished(audience);
    version.publish();
    this.record('page.version.published', audience, version);
    await this.startNext(audience);
  }

  /** Flushes before the next version is published: a unique index allows one published version per audience. */
  private async archivePublished(audience: Audience): Promise<void> {
    const published = { audienceId: audience.id, status: 'published' } as const;
    (await this.em.findOneOrFail(Version, published)).archive();
    await this.em.flush();
  }

  private async sendToWorkers(version: Version): Promise<void> {
    version.queue();
    const queuedAt = version.queuedAt!.getTime();
    await this.jobs.enqueue(publishVersion, { versionId: version.id, queuedAt });
  }

  private async isBusy({ id: audienceId }: Audience): Promise<boolean> {
    return (await this.em.count(Version, { audienceId, status: { $in: IN_FLIGHT } })) > 0;
  }

  /** Counted separately: versions that are scheduled for next year must not block those of today. */
  private async assertWithinLimit(
    { id: audienceId }: Audience,
    which: typeof WAITING | typeof SCHEDULED,
  ): Promise<void> {
    if ((await this.em.count(Version, { audienceId, ...which })) < MAX_WAITING_VERSIONS) return;
    throw conflict(
      'too_many_versions',
      `An audience can have at most ${MAX_WAITING_VERSIONS} waiting versions and ${MAX_WAITING_VERSIONS} scheduled versions.`,
    );
  }

  private recordForAudit(operation: string, audience: Audience, version: Version): void {
    this.events.recordForAudit(operation, wireId('version', version.id), wireId('audience', audience.id));
  }

  private record(type: VersionEventKind, audience: Audience, version: Version): void {
    this.events.record(versionEvent(type, audience, version));
  }
}
