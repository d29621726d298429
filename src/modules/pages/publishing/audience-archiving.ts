import { Injectable } from '@nestjs/common';
import { Events } from '../../../shared/events/events.js';
import { Jobs } from '../../../shared/jobs/jobs.js';
import { clock } from '../../../shared/kernel/clock.js';
import { wireId } from '../../../shared/kernel/ids.js';
import { givenMoment } from '../../../shared/kernel/wire-time.js';
import type { Audience } from '../entities/audience.entity.js';
import { archiveAudience } from './audiences.jobs.js';
import { VersionQueue } from './version-queue.js';

/** Archives audiences, now or at a planned time. Callers lock the audience, and store it. */
@Injectable()
export class AudienceArchiving {
  constructor(
    private readonly jobs: Jobs,
    private readonly queue: VersionQueue,
    private readonly events: Events,
  ) {}

  /** The job of an earlier plan finds that the plan is another one. */
  async plan(audience: Audience, wire: string | null | undefined): Promise<void> {
    if (audience.planToArchive(givenMoment(wire))) await this.sendJobs([audience]);
  }

  /**
   * For new audiences, or those whose plan has changed. A time in the past is due at once; its job begins now, because
   * jobs are kept for a year after they were to begin.
   */
  async sendJobs(audiences: readonly Audience[]): Promise<void> {
    const now = clock.now();
    const jobs = audiences.flatMap(({ id, archiveAt }) =>
      archiveAt
        ? [
            {
              data: { audienceId: wireId('audience', id), archiveAt: archiveAt.getTime() },
              startAfter: archiveAt > now ? archiveAt : now,
            },
          ]
        : [],
    );
    if (jobs.length > 0) await this.jobs.enqueueAll(archiveAudience, jobs);
  }

  /** Cancels the versions that are not published. */
  async archive(audience: Audience): Promise<void> {
    audience.archive();
    await this.queue.cancelAll(audience);
    this.events.record({
      type: 'audience.archived',
      pageId: wireId('page', audience.pageId),
      audienceId: wireId('audience', audience.id),
    });
  }
}
