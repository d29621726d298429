import { EntityManager, LockMode } from '@mikro-orm/postgresql';
import { Injectable } from '@nestjs/common';
import { Events } from '../../shared/events/events.js';
import { Jobs } from '../../shared/jobs/jobs.js';
import { assertNotArchived, type Audience } from './audience.entity.js';
import type { Content } from './content.dto.js';
import type { DraftReasonCode } from './draft-reason.js';
import { Page } from './page.entity.js';
import { publishVersion } from './versions.jobs.js';
import { versionEvent } from './version-event.js';
import { Version } from './version.entity.js';
import type { VersionStatus } from './version.lifecycle.js';

export const WAITS_FOR_ITS_TURN = { status: 'pending', place: { $ne: null } } as const;
export const WAITS_FOR_ITS_MOMENT = { status: 'pending', place: null } as const;

const IN_FLIGHT: VersionStatus[] = ['queued', 'processing'];
const OPEN: VersionStatus[] = [...IN_FLIGHT, 'pending', 'draft'];

/** How versions get their turn. Every step is taken with the audience held, so that no two ever meet. */
@Injectable()
export class VersionQueue {
  constructor(
    private readonly em: EntityManager,
    private readonly jobs: Jobs,
    private readonly events: Events,
  ) {}

  /**
   * From here on it waits like the others, behind those that are there. Those with an earlier moment come before it,
   * whichever job runs first: after a time without workers there are many at once.
   */
  async release(audience: Audience, version: Version): Promise<void> {
    if (!version.waitsForItsMoment()) return;
    const due = await this.em.find(
      Version,
      { audience, ...WAITS_FOR_ITS_MOMENT, publishAt: { $lte: version.publishAt } },
      { orderBy: { publishAt: 'asc', versionNumber: 'asc' } },
    );
    for (const each of due) each.release(audience.givePlace());
    await this.startNext(audience);
  }

  /** By hand: a draft once more, or now what was made for later. */
  async publishAgain(audience: Audience, version: Version): Promise<void> {
    assertNotArchived(audience);
    if (version.waitsForItsMoment()) {
      version.release(audience.givePlace());
      await this.startNext(audience);
    } else if (await this.isBusy(audience)) version.wait(audience.givePlace());
    else await this.queue(version);
    this.events.record(versionEvent('page.version.retried', version));
  }

  async cancel(audience: Audience, version: Version): Promise<void> {
    if (version.status === 'cancelled') return;
    version.cancel();
    this.events.record(versionEvent('page.version.cancelled', version));
    await this.startNext(audience);
  }

  async cancelAll(audience: Audience): Promise<void> {
    for (const version of await this.em.find(Version, { audience, status: { $in: OPEN } })) {
      version.cancel();
      this.events.record(versionEvent('page.version.cancelled', version));
    }
    await this.em.flush();
  }

  /** The one that was shown so far steps back in the same moment. */
  async publish(audience: Audience, version: Version, content: Content): Promise<void> {
    await this.retireShown(audience);
    version.publish(content);
    this.events.record(versionEvent('page.version.processed', version));
    this.events.record(versionEvent('page.version.published', version));
    await this.startNext(audience);
  }

  async giveUp(audience: Audience, version: Version, reason: DraftReasonCode): Promise<void> {
    version.becomeDraft(reason);
    this.events.record(versionEvent('page.version.processed', version));
    await this.startNext(audience);
  }

  async isBusy(audience: Audience): Promise<boolean> {
    return (await this.em.count(Version, { audience, status: { $in: IN_FLIGHT } })) > 0;
  }

  async sendToWorkers({ id, queuedAt }: Version): Promise<void> {
    await this.jobs.enqueue(publishVersion, { versionId: id, queuedAt: queuedAt!.getTime() });
  }

  async startNext(audience: Audience): Promise<void> {
    await this.em.flush();
    if (await this.isBusy(audience)) return;
    const next = await this.em.findOne(
      Version,
      { audience, ...WAITS_FOR_ITS_TURN },
      { orderBy: { place: 'asc' } },
    );
    if (next) await (next.rolledBackFrom ? this.publishKept(audience, next) : this.queue(next));
  }

  private async publishKept(audience: Audience, version: Version): Promise<void> {
    // Held: nobody archives it between this look at it and the commit.
    const page = await this.em.findOneOrFail(Page, audience.page.id, { lockMode: LockMode.PESSIMISTIC_READ });
    if (!page.isOpen()) return this.cancel(audience, version);
    await this.retireShown(audience);
    version.goLive();
    this.events.record(versionEvent('page.version.published', version));
    await this.startNext(audience);
  }

  /** Flushed by itself: at no moment may two of an audience be published. */
  private async retireShown(audience: Audience): Promise<void> {
    const shown = await this.em.findOneOrFail(Version, { audience, status: 'published' });
    shown.retire();
    await this.em.flush();
  }

  private async queue(version: Version): Promise<void> {
    version.queue();
    await this.sendToWorkers(version);
  }
}
