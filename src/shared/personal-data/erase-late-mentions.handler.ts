import { Injectable } from '@nestjs/common';
import { TenantStore } from '../auth/tenant-store.js';
import { UnitOfWork } from '../database/transactions/unit-of-work.js';
import { Handles, type JobContext, type JobHandler } from '../jobs/job-handlers.js';
import { DUE_PERSONS, LateMentions, type DuePerson } from './late-mentions.js';
import { Mentions } from './mentions.js';
import { eraseLateMentions } from './personal.jobs.js';

/** Erases in steps. The last step also forgets the person, so a crash before it leads to a repeat. */
@Injectable()
@Handles(eraseLateMentions)
export class EraseLateMentionsHandler implements JobHandler {
  constructor(
    private readonly tenants: TenantStore,
    private readonly unitOfWork: UnitOfWork,
    private readonly mentions: Mentions,
    private readonly late: LateMentions,
  ) {}

  async handle(_data: object, { signal }: JobContext): Promise<void> {
    await this.tenants.forEachFound<DuePerson>({ text: DUE_PERSONS, values: [] }, async (person) => {
      while (!signal.aborted && !(await this.unitOfWork.run(() => this.step(person))));
    });
  }

  /** Returns whether there is nothing more to do for now. */
  private async step({ id, hashes, isToBeNoted }: DuePerson): Promise<boolean> {
    if (isToBeNoted) return this.late.noteOpenTransactions(id).then(() => true);
    const { isComplete } = await this.mentions.eraseSome(hashes);
    if (isComplete) await this.late.forget(id);
    return isComplete;
  }
}
