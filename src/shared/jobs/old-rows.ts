import { Injectable } from '@nestjs/common';
import { TenantStore } from '../auth/tenant-store.js';
import { PreparedWrite, PreparedWrites } from '../database/records/prepared-writes.js';
import { UnitOfWork } from '../database/transactions/unit-of-work.js';

/** So many rows are deleted at once: all of them may take longer than a statement may. */
export const DELETED_AT_ONCE = 1000;

/** Deletes what has been kept for long enough, of one tenant after the other. */
@Injectable()
export class OldRows {
  constructor(
    private readonly tenants: TenantStore,
    private readonly unitOfWork: UnitOfWork,
    private readonly writes: PreparedWrites,
  ) {}

  /**
   * The write takes the moment as `$2` and deletes `DELETED_AT_ONCE` rows, as long as there are so many. Each time is a
   * transaction of its own: after a crash, the next run finds only the rest.
   */
  async deleteBefore(moment: Date, deleteSome: PreparedWrite): Promise<void> {
    const runOnce = () => this.unitOfWork.run(() => this.writes.run(deleteSome, moment));
    await this.tenants.forEach(async () => {
      while ((await runOnce()) === DELETED_AT_ONCE);
    });
  }
}
