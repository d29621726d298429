import { EntityManager, LockMode } from '@mikro-orm/postgresql';
import { Injectable } from '@nestjs/common';
import { UnitOfWork } from '../../shared/database/unit-of-work.js';
import { Handles, type JobHandler } from '../../shared/jobs/job-handlers.js';
import { Addressees } from './addressees.js';
import { Uncomposable } from './compose.js';
import { HeldAudiences } from './held-audiences.js';
import { Page } from './page.entity.js';
import { Pipeline } from './pipeline.js';
import { publishVersion } from './publish-version.job.js';

/**
 * Does the work that a queued version waits for. Each of the two steps is a transaction of its own and finds out
 * for itself how far things are, so that a worker can be killed anywhere and another one goes on.
 */
@Injectable()
@Handles(publishVersion)
export class Publisher implements JobHandler<{ versionId: string }> {
  constructor(
    private readonly work: UnitOfWork,
    private readonly em: EntityManager,
    private readonly held: HeldAudiences,
    private readonly pipeline: Pipeline,
    private readonly addressees: Addressees,
  ) {}

  async handle({ versionId }: { versionId: string }): Promise<void> {
    await this.work.run(() => this.take(versionId));
    await this.work.run(() => this.finish(versionId));
  }

  private async take(versionId: string): Promise<void> {
    const { version } = await this.held.holdVersion(versionId);
    if (version.status === 'queued') version.take();
  }

  private async finish(versionId: string): Promise<void> {
    const { version, audience } = await this.held.holdVersion(versionId);
    if (version.status !== 'processing') return;
    // Held as well, by any number of workers at once: nobody archives it between this look at it and the commit.
    const page = await this.em.findOneOrFail(Page, audience.page.id, { lockMode: LockMode.PESSIMISTIC_READ });
    if (!page.isOpen()) return this.pipeline.cancel(audience, version);
    try {
      const person = await this.addressees.known(audience.personId ?? null);
      const content = this.pipeline.contentOf(page, audience, version, person);
      await this.pipeline.publish(audience, version, content);
    } catch (error) {
      if (!(error instanceof Uncomposable)) throw error;
      await this.pipeline.giveUp(audience, version);
    }
  }
}
