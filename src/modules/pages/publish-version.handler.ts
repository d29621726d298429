import { EntityManager, LockMode } from '@mikro-orm/postgresql';
import { Injectable, Logger } from '@nestjs/common';
import { UnitOfWork } from '../../shared/database/unit-of-work.js';
import { Handles, type JobContext, type JobHandler } from '../../shared/jobs/job-handlers.js';
import { AudienceLocks } from './audience-locks.js';
import { AudiencePersons } from './audience-persons.js';
import { composeContent } from './composing/compose-content.js';
import { Composer, PermanentComposerError } from './composing/composer.js';
import { CompositionInputs, type CompositionInput } from './composing/composition-input.js';
import type { Content } from './composing/content.js';
import { Page } from './page.entity.js';
import { publishVersion, type QueuedVersion } from './versions.jobs.js';
import { VersionQueue } from './version-queue.js';

/** A version that a worker has set out to compose. */
interface ClaimedVersion {
  input: CompositionInput;
  /** A version that was queued again since then belongs to another worker. */
  queuedAt: number;
}

/**
 * Composes a queued version and publishes it. Each of the two transactions finds out for itself how far things are, so
 * that a worker can be killed anywhere and another one goes on. Between them nothing is locked, so that composing may
 * take its time; whatever became of the version meanwhile counts for more than what was composed.
 */
@Injectable()
@Handles(publishVersion)
export class PublishVersionHandler implements JobHandler<QueuedVersion> {
  private readonly logger = new Logger('publisher');

  constructor(
    private readonly work: UnitOfWork,
    private readonly em: EntityManager,
    private readonly locks: AudienceLocks,
    private readonly queue: VersionQueue,
    private readonly persons: AudiencePersons,
    private readonly inputs: CompositionInputs,
    private readonly composer: Composer,
  ) {}

  async handle({ versionId }: QueuedVersion, { signal }: JobContext): Promise<void> {
    const claimed = await this.work.run(() => this.claim(versionId));
    if (!claimed) return;
    const result = await this.compose(claimed.input, signal);
    if (result instanceof PermanentComposerError)
      this.logger.warn({ msg: 'version can not be composed', versionId, error: result });
    await this.work.run(() => this.finish(versionId, claimed.queuedAt, result));
  }

  private async claim(versionId: string): Promise<ClaimedVersion | undefined> {
    const { version, audience } = await this.locks.lockVersion(versionId);
    if (version.status === 'queued') version.claim();
    if (version.status !== 'processing') return undefined;
    const page = await this.em.findOneOrFail(Page, audience.pageId);
    if (!page.allowsPublishing()) return void (await this.queue.cancel(audience, version));
    const person = await this.persons.known(audience.personId);
    const input = await this.inputs.load(page, audience, version, person);
    return { input, queuedAt: version.queuedAt!.getTime() };
  }

  private async compose(
    input: CompositionInput,
    signal: AbortSignal,
  ): Promise<Content | PermanentComposerError> {
    try {
      return composeContent(input, await this.composer.write(input, signal));
    } catch (error) {
      if (error instanceof PermanentComposerError) return error;
      throw error;
    }
  }

  private async finish(
    versionId: string,
    queuedAt: number,
    result: Content | PermanentComposerError,
  ): Promise<void> {
    const { version, audience } = await this.locks.lockVersion(versionId);
    if (version.status !== 'processing' || version.queuedAt!.getTime() !== queuedAt) return;
    // Locked, by any number of workers at once: nobody archives the page between this look at it and the commit.
    const page = await this.em.findOneOrFail(Page, audience.pageId, { lockMode: LockMode.PESSIMISTIC_READ });
    if (!page.allowsPublishing()) await this.queue.cancel(audience, version);
    else if (result instanceof PermanentComposerError) await this.queue.fail(audience, version, result.code);
    else await this.queue.publish(audience, version, result);
  }
}
