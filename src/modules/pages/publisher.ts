import { EntityManager, LockMode } from '@mikro-orm/postgresql';
import { Injectable, Logger } from '@nestjs/common';
import { UnitOfWork } from '../../shared/database/unit-of-work.js';
import { Handles, type JobCircumstances, type JobHandler } from '../../shared/jobs/job-handlers.js';
import { Addressees } from './addressees.js';
import { compose } from './compose.js';
import { Composer, Uncomposable } from './composer.js';
import type { Content } from './content.dto.js';
import { HeldAudiences } from './held-audiences.js';
import { Gatherer, type Ingredients } from './ingredients.js';
import { Page } from './page.entity.js';
import { publishVersion, type TurnOfVersion } from './publish-version.job.js';
import { VersionTurns } from './version-turns.js';

/** A version that a worker has set out to compose. */
interface Taken {
  ingredients: Ingredients;
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
export class Publisher implements JobHandler<TurnOfVersion> {
  private readonly logger = new Logger('publisher');

  constructor(
    private readonly work: UnitOfWork,
    private readonly em: EntityManager,
    private readonly held: HeldAudiences,
    private readonly turns: VersionTurns,
    private readonly addressees: Addressees,
    private readonly gatherer: Gatherer,
    private readonly composer: Composer,
  ) {}

  async handle({ versionId }: TurnOfVersion, { signal }: JobCircumstances): Promise<void> {
    const taken = await this.work.run(() => this.take(versionId));
    if (!taken) return;
    const result = await this.compose(taken.ingredients, signal);
    if (result instanceof Uncomposable)
      this.logger.warn({ msg: 'version can not be composed', versionId, error: result });
    await this.work.run(() => this.finish(versionId, taken.turn, result));
  }

  private async take(versionId: string): Promise<Taken | undefined> {
    const { version, audience } = await this.held.holdVersion(versionId);
    if (version.status === 'queued') version.take();
    if (version.status !== 'processing') return undefined;
    const page = await this.em.findOneOrFail(Page, audience.page.id);
    if (!page.isOpen()) return void (await this.turns.cancel(audience, version));
    const person = await this.addressees.known(audience.personId ?? null);
    const ingredients = await this.gatherer.gather(page, audience, version, person);
    return { ingredients, turn: version.queuedAt!.getTime() };
  }

  private async compose(ingredients: Ingredients, signal: AbortSignal): Promise<Content | Uncomposable> {
    try {
      return compose(ingredients, await this.composer.write(ingredients, signal));
    } catch (error) {
      if (error instanceof Uncomposable) return error;
      throw error;
    }
  }

  private async finish(versionId: string, turn: number, result: Content | Uncomposable): Promise<void> {
    const { version, audience } = await this.held.holdVersion(versionId);
    if (version.status !== 'processing' || version.queuedAt!.getTime() !== turn) return;
    // Held as well, by any number of workers at once: nobody archives it between this look at it and the commit.
    const page = await this.em.findOneOrFail(Page, audience.page.id, { lockMode: LockMode.PESSIMISTIC_READ });
    if (!page.isOpen()) await this.turns.cancel(audience, version);
    else if (result instanceof Uncomposable) await this.turns.giveUp(audience, version, result.code);
    else await this.turns.publish(audience, version, result);
  }
}
