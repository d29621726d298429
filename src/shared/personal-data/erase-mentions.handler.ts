import { Injectable } from '@nestjs/common';
import { UnitOfWork } from '../database/transactions/unit-of-work.js';
import { Handles, type JobContext, type JobHandler } from '../jobs/job-handlers.js';
import { Mentions } from './mentions.js';
import { PersonIndex } from './person-index.js';
import { eraseMentions } from './personal.jobs.js';

/**
 * Erases in steps, so that nobody waits long for a record. A repeat finds only the rest. What is indexed does not wait
 * for the rest of the index.
 */
@Injectable()
@Handles(eraseMentions)
export class EraseMentionsHandler implements JobHandler<{ hashes: string[] }> {
  constructor(
    private readonly unitOfWork: UnitOfWork,
    private readonly index: PersonIndex,
    private readonly mentions: Mentions,
  ) {}

  async handle({ hashes }: { hashes: string[] }, { signal }: JobContext): Promise<void> {
    await this.erase(hashes, signal);
    await this.index.fill(signal);
    await this.erase(hashes, signal);
  }

  private async erase(hashes: string[], signal: AbortSignal): Promise<void> {
    for (let isComplete = false; !isComplete;) {
      signal.throwIfAborted();
      ({ isComplete } = await this.unitOfWork.run(() => this.mentions.eraseSome(hashes)));
    }
  }
}
