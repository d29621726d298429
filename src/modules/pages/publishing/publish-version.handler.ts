import { EntityManager, LockMode } from '@mikro-orm/postgresql';
import { Injectable, Logger } from '@nestjs/common';
import { UnitOfWork } from '../../../shared/database/transactions/unit-of-work.js';
import { Handles, type JobContext, type JobHandler } from '../../../shared/jobs/job-handlers.js';
import { AudienceLocks } from './audience-locks.js';
import { AudiencePersons } from '../composing/audience-persons.js';
import { composeContent } from '../composing/compose-content.js';
import { Composer, PermanentComposerError } from '../composing/composer.js';
import { CompositionInputs, type CompositionInput } from '../composing/composition-input.js';
import type { ComposedContent } from '../entities/content.js';
import { Page } from '../entities/page.entity.js';
import { publishVersion, type QueuedVersion } from './versions.jobs.js';
import { VersionQueue } from './version-queue.js';

/** The data that a worker needs to compose a claimed version. */
interface ClaimedVersion {
  input: CompositionInput;
  /** If the version was queued again after this time, it belongs to another worker. */
  queuedAt: number;
}

/**
 * Composes a queued version and publishes it, in two transactions: claim and finish. Each checks the status again, so
 * another worker can continue if this one is killed. Composing may be slow, so no lock is held during it. If the
 * version is cancelled or queued again in that time, the result is dropped.
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
    const page = await this.em.findOneOrFail(Page, { id: audience.pageId });
    if (!page.allowsPublishing()) return void (await this.queue.cancel(audience, version));
    version.composeFrom(page);
    const person = await this.persons.known(audience.personId);
    const input = await this.inputs.load(page, audience, version, person);
    return { input, queuedAt: version.queuedAt!.getTime() };
  }

  private async compose(
    input: CompositionInput,
    signal: AbortSignal,
  ): Promise<ComposedContent | PermanentComposerError> {
    try {
      return composeContent(input, await this.composer.write(input, signal), this.composer.author);
    } catch (error) {
      if (error instanceof PermanentComposerError) return error;
      throw error;
    }
  }

  private async finish(
    versionId: string,
    queuedAt: number,
    result: ComposedContent | PermanentComposerError,
  ): Promise<void> {
    const { version, audience } = await this.locks.lockVersion(versionId);
    if (version.status !== 'processing' || version.queuedAt!.getTime() !== queuedAt) return;
    // A shared lock: the page can't be archived before the commit, and workers do not block each other.
    const page = await this.em.findOneOrFail(
      Page,
      { id: audience.pageId },
      { lockMode: LockMode.PESSIMISTIC_READ },
    );
    if (!page.allowsPublishing()) await this.queue.cancel(audience, version);
    else if (result instanceof PermanentComposerError) await this.queue.fail(audience, version, result.code);
    else await this.queue.publish(audience, version, result);
  }
}
