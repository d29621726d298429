import { EntityManager, LockMode } from '@mikro-orm/postgresql';
import { Injectable } from '@nestjs/common';
import { Events } from '../../shared/events/events.js';
import { Jobs } from '../../shared/jobs/jobs.js';
import { clock } from '../../shared/kernel/clock.js';
import { conflict } from '../../shared/kernel/errors.js';
import { wireId } from '../../shared/kernel/ids.js';
import { assertStanding, type Audience } from './audience.entity.js';
import type { Content } from './content.dto.js';
import type { DraftReasonCode } from './draft-reason.js';
import { Page } from './page.entity.js';
import type { VersionEventKind } from './pages.events.js';
import { publishVersion, versionDue } from './publish-version.job.js';
import { Version } from './version.entity.js';
import { versionLifecycle, type VersionStatus } from './version.lifecycle.js';

/** Whoever makes more than can be published should know. */
const MOST_WAITING = 100;

/** What a new version is to be, besides what its audience says. */
interface Wish {
  operationKey: string | undefined;
  publishAt: Date | null;
}

const WAITS_FOR_ITS_TURN = { status: 'pending', place: { $ne: null } } as const;
const WAITS_FOR_ITS_MOMENT = { status: 'pending', place: null } as const;
type Waiting = typeof WAITS_FOR_ITS_TURN | typeof WAITS_FOR_ITS_MOMENT;

const IN_FLIGHT: VersionStatus[] = ['queued', 'processing'];
const OPEN: VersionStatus[] = [...IN_FLIGHT, 'pending', 'draft'];

/** How versions get their turn. Every step is taken with the audience held, so that no two ever meet. */
@Injectable()
export class Pipeline {
  constructor(
    private readonly em: EntityManager,
    private readonly jobs: Jobs,
    private readonly events: Events,
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
    this.record('page.version.created', version);
    this.record('page.version.published', version);
    return version;
  }

  /** One of an audience is in flight at a time; the others wait for their turn. */
  async add(audience: Audience, { operationKey, publishAt }: Wish): Promise<Version> {
    const isForLater = publishAt !== null && publishAt > clock.now();
    await this.assertRoom(audience, isForLater ? WAITS_FOR_ITS_MOMENT : WAITS_FOR_ITS_TURN);
    const status = isForLater || (await this.isBusy(audience)) ? 'pending' : 'queued';
    const version = this.em.create(Version, {
      audience,
      versionNumber: audience.numberVersion(),
      status: versionLifecycle.step(null, status),
      isNewPageAgent: true,
      supplementaryContext: audience.supplementaryContext,
      operationKey,
      publishAt,
      place: isForLater ? null : audience.givePlace(),
      queuedAt: status === 'queued' ? clock.now() : null,
    });
    if (status === 'queued') await this.sendToWorkers(version);
    if (isForLater) await this.jobs.enqueue(versionDue, { versionId: version.id }, { startAfter: publishAt });
    this.record('page.version.created', version);
    return version;
  }

  /**
   * From here on it waits like the others, behind those that are there. Those with an earlier moment come before it,
   * whichever job runs first: after a time without workers there are many at once.
   */
  async comeDue(audience: Audience, version: Version): Promise<void> {
    if (!version.waitsForItsMoment()) return;
    const due = await this.em.find(
      Version,
      { audience, ...WAITS_FOR_ITS_MOMENT, publishAt: { $lte: version.publishAt } },
      { orderBy: { publishAt: 'asc', versionNumber: 'asc' } },
    );
    for (const each of due) each.comeDue(audience.givePlace());
    await this.nextTurn(audience);
  }

  /** Says once more what an earlier version said. There is nothing to compose, so it needs no worker. */
  async rollBack(audience: Audience, earlier: Version): Promise<Version> {
    earlier.assertWasShown();
    await this.assertRoom(audience, WAITS_FOR_ITS_TURN);
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
    this.record('page.version.created', version);
    await this.nextTurn(audience);
    return version;
  }

  /** By hand: a draft once more, or now what was made for later. */
  async publishAgain(audience: Audience, version: Version): Promise<void> {
    assertStanding(audience);
    if (version.waitsForItsMoment()) {
      version.comeDue(audience.givePlace());
      await this.nextTurn(audience);
    } else if (await this.isBusy(audience)) version.wait(audience.givePlace());
    else await this.queue(version);
    this.record('page.version.retried', version);
  }

  async cancel(audience: Audience, version: Version): Promise<void> {
    if (version.status === 'cancelled') return;
    version.cancel();
    this.record('page.version.cancelled', version);
    await this.nextTurn(audience);
  }

  async cancelAll(audience: Audience): Promise<void> {
    for (const version of await this.em.find(Version, { audience, status: { $in: OPEN } })) {
      version.cancel();
      this.record('page.version.cancelled', version);
    }
    await this.em.flush();
  }

  /** The one that was shown so far steps back in the same moment. */
  async publish(audience: Audience, version: Version, content: Content): Promise<void> {
    await this.retireShown(audience);
    version.publish(content);
    this.record('page.version.processed', version);
    this.record('page.version.published', version);
    await this.nextTurn(audience);
  }

  async giveUp(audience: Audience, version: Version, reason: DraftReasonCode): Promise<void> {
    version.becomeDraft(reason);
    this.record('page.version.processed', version);
    await this.nextTurn(audience);
  }

  private async nextTurn(audience: Audience): Promise<void> {
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
    this.record('page.version.published', version);
    await this.nextTurn(audience);
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

  private async sendToWorkers({ id, queuedAt }: Version): Promise<void> {
    await this.jobs.enqueue(publishVersion, { versionId: id, queuedAt: queuedAt!.getTime() });
  }

  /** Counted apart: what is planned for next year must not keep anybody from publishing now. */
  private async assertRoom(audience: Audience, waiting: Waiting): Promise<void> {
    if ((await this.em.count(Version, { audience, ...waiting })) < MOST_WAITING) return;
    throw conflict(
      'too_many_versions',
      `There can be ${MOST_WAITING} versions of an audience waiting for their turn, and as many for their moment.`,
    );
  }

  private async isBusy(audience: Audience): Promise<boolean> {
    return (await this.em.count(Version, { audience, status: { $in: IN_FLIGHT } })) > 0;
  }

  private record(type: VersionEventKind, version: Version): void {
    const { audience, id, versionNumber, status } = version;
    this.events.record({
      type,
      pageId: wireId('page', audience.page.id),
      audienceId: wireId('audience', audience.id),
      versionId: wireId('version', id),
      versionNumber,
      status,
    });
  }
}
