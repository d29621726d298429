import { EntityManager } from '@mikro-orm/postgresql';
import { Injectable } from '@nestjs/common';
import { Events } from '../../shared/events/events.js';
import { Jobs } from '../../shared/jobs/jobs.js';
import { clock } from '../../shared/kernel/clock.js';
import { conflict } from '../../shared/kernel/errors.js';
import { wireId } from '../../shared/kernel/ids.js';
import { assertStanding, type Audience } from './audience.entity.js';
import type { Content } from './content.dto.js';
import type { DraftReasonCode } from './draft-reason.js';
import { publishVersion } from './publish-version.job.js';
import { Version } from './version.entity.js';
import { versionLifecycle, type VersionStatus } from './version.lifecycle.js';

/** Whoever makes more than can be published should know. */
const MOST_WAITING = 100;

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
  async add(audience: Audience, operationKey: string | undefined): Promise<Version> {
    await this.assertRoom(audience);
    const status = (await this.isBusy(audience)) ? 'pending' : 'queued';
    const version = this.em.create(Version, {
      audience,
      versionNumber: audience.numberVersion(),
      status: versionLifecycle.step(null, status),
      isNewPageAgent: true,
      supplementaryContext: audience.supplementaryContext,
      operationKey,
      queuedAt: status === 'queued' ? clock.now() : null,
    });
    if (status === 'queued') await this.jobs.enqueue(publishVersion, { versionId: version.id });
    this.record('page.version.created', version);
    return version;
  }

  async publishAgain(audience: Audience, version: Version): Promise<void> {
    assertStanding(audience);
    if (await this.isBusy(audience)) version.wait();
    else await this.queue(version);
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
    const before = await this.em.findOneOrFail(Version, { audience, status: 'published' });
    before.retire();
    // Flushed one by one: at no moment may two of an audience be published.
    await this.em.flush();
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
      { audience, status: 'pending' },
      { orderBy: { versionNumber: 'asc' } },
    );
    if (next) await this.queue(next);
  }

  private async queue(version: Version): Promise<void> {
    version.queue();
    await this.jobs.enqueue(publishVersion, { versionId: version.id });
  }

  private async assertRoom(audience: Audience): Promise<void> {
    if ((await this.em.count(Version, { audience, status: 'pending' })) < MOST_WAITING) return;
    throw conflict(
      'too_many_versions',
      `There can be ${MOST_WAITING} versions of an audience waiting at most.`,
    );
  }

  private async isBusy(audience: Audience): Promise<boolean> {
    return (await this.em.count(Version, { audience, status: { $in: IN_FLIGHT } })) > 0;
  }

  private record(type: string, version: Version): void {
    const { audience, id, status } = version;
    this.events.record({
      type,
      pageId: wireId('page', audience.page.id),
      audienceId: wireId('audience', audience.id),
      versionId: wireId('version', id),
      status,
    });
  }
}
