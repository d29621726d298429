import { EntityManager, LockMode } from '@mikro-orm/postgresql';
import { Injectable, Logger } from '@nestjs/common';
import { UnitOfWork } from '../../shared/database/unit-of-work.js';
import { Handles, type JobContext, type JobHandler } from '../../shared/jobs/job-handlers.js';
import { AudiencePersons } from './audience-persons.js';
import { compose } from './composing/compose.js';
import { Composer, Uncomposable } from './composing/composer.js';
import type { Content } from './content.dto.js';
import { AudienceLocks } from './audience-locks.js';
import { CompositionInputs, type CompositionInput } from './composing/composition-input.js';
import { Page } from './page.entity.js';
import { publishVersion, type TurnOfVersion } from './versions.jobs.js';
import { VersionQueue } from './version-queue.js';

/** A version that a worker has set out to compose. */
interface ClaimedVersion {
  input: CompositionInput;
  /** When its turn came: one that was queued anew since then is another worker's. */
  turn: number;
}

/**
 * Does the work that a queued version waits for. Each step finds out for itself how far things are, so that a worker
 * can be killed anywhere and another one goes on; and between the two transactions nothing is held, so that
 * composing may take its time. Whatever became of the version meanwhile counts for more than what was composed.
 */
@Injectable()
@Handles(publishVersion)
export class PublishVersionHandler implements JobHandler<TurnOfVersion> {
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

  async handle({ versionId }: TurnOfVersion, { signal }: JobContext): Promise<void> {
    const taken = await this.work.run(() => this.claim(versionId));
    if (!taken) return;
    const result = await this.compose(taken.input, signal);
    if (result instanceof Uncomposable)
      this.logger.warn({ msg: 'version can not be composed', versionId, error: result });
    await this.work.run(() => this.finish(versionId, taken.turn, result));
  }

  private async claim(versionId: string): Promise<ClaimedVersion | undefined> {
    const { version, audience } = await this.locks.lockVersion(versionId);
    if (version.status === 'queued') version.claim();
    if (version.status !== 'processing') return undefined;
    const page = await this.em.findOneOrFail(Page, audience.page.id);
    if (!page.isOpen()) return void (await this.queue.cancel(audience, version));
    const person = await this.persons.known(audience.personId ?? null);
    const input = await this.inputs.load(page, audience, version, person);
    return { input, turn: version.queuedAt!.getTime() };
  }

  private async compose(input: CompositionInput, signal: AbortSignal): Promise<Content | Uncomposable> {
    try {
      return compose(input, await this.composer.write(input, signal));
    } catch (error) {
      if (error instanceof Uncomposable) return error;
      throw error;
    }
  }

  private async finish(versionId: string, turn: number, result: Content | Uncomposable): Promise<void> {
    const { version, audience } = await this.locks.lockVersion(versionId);
    if (version.status !== 'processing' || version.queuedAt!.getTime() !== turn) return;
    // Held as well, by any number of workers at once: nobody archives it between this look at it and the commit.
    const page = await this.em.findOneOrFail(Page, audience.page.id, { lockMode: LockMode.PESSIMISTIC_READ });
    if (!page.isOpen()) await this.queue.cancel(audience, version);
    else if (result instanceof Uncomposable) await this.queue.giveUp(audience, version, result.code);
    else await this.queue.publish(audience, version, result);
  }
}
