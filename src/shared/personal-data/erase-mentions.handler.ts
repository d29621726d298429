import { Injectable } from '@nestjs/common';
import { UnitOfWork } from '../database/transactions/unit-of-work.js';
import { Handles, type JobContext, type JobHandler } from '../jobs/job-handlers.js';
import { Mentions } from './mentions.js';
import { PersonIndex } from './person-index.js';
import { eraseMentions } from './personal.jobs.js';

/** Erases in steps, so that nobody waits long for a record. A repeat finds only the rest. */
@Injectable()
@Handles(eraseMentions)
export class EraseMentionsHandler implements JobHandler<{ hashes: string[] }> {
  constructor(
    private readonly unitOfWork: UnitOfWork,
    private readonly index: PersonIndex,
    private readonly mentions: Mentions,
  ) {}

  async handle({ hashes }: { hashes: string[] }, { signal }: JobContext): Promise<void> {
    await this.index.fill(signal);
    for (let isComplete = false; !isComplete;) {
      signal.throwIfAborted();
      ({ isComplete } = await this.unitOfWork.run(() => this.mentions.eraseSome(hashes)));
    }
  }
}
