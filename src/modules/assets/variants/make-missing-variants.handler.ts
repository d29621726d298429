import { Injectable } from '@nestjs/common';
import { TenantStore } from '../../../shared/auth/tenant-store.js';
import { PreparedReads } from '../../../shared/database/records/prepared-reads.js';
import { Handles, type JobContext, type JobHandler } from '../../../shared/jobs/job-handlers.js';
import { clock } from '../../../shared/kernel/clock.js';
import { MINUTE_MS } from '../../../shared/kernel/durations.js';
import { picturesWithoutVariants, TENANTS_WITHOUT_VARIANTS } from './variant-reads.js';
import { isFaultOfFile, VariantMaker } from './variant-maker.js';
import { makeMissingVariants } from './variants.jobs.js';

/** Pictures of one tenant in one run, so that no tenant waits for another one's thousands. */
const STEP = 20;

/** Younger pictures have a job of their own. */
const GRACE_MS = 10 * MINUTE_MS;

@Injectable()
@Handles(makeMissingVariants)
export class MakeMissingVariantsHandler implements JobHandler {
  constructor(
    private readonly tenants: TenantStore,
    private readonly reads: PreparedReads,
    private readonly maker: VariantMaker,
  ) {}

  async handle(_data: object, { signal }: JobContext): Promise<void> {
    const before = new Date(clock.now().getTime() - GRACE_MS);
    await this.tenants.forEachFound({ text: TENANTS_WITHOUT_VARIANTS, values: [before] }, async () => {
      const found = await this.reads.all(picturesWithoutVariants, before, STEP);
      const failures: unknown[] = [];
      for (const { id } of found)
        if (!signal.aborted) await this.maker.make(id).catch((error: unknown) => failures.push(error));
      // A damaged file is tried again by the next run, until it is given up.
      const unexpected = failures.filter((error) => !isFaultOfFile(error));
      if (unexpected.length > 0) throw unexpected[0];
    });
  }
}
