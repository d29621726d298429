import { Injectable } from '@nestjs/common';
import { TenantStore } from '../auth/tenant-store.js';
import { PreparedWrite, PreparedWrites } from '../database/records/prepared-writes.js';
import { UnitOfWork } from '../database/transactions/unit-of-work.js';
import { currentContext } from '../database/transactions/work-context.js';
import { clock } from '../kernel/clock.js';
import { Handles, type JobHandler } from '../jobs/job-handlers.js';
import { FileStore } from './file-store.js';
import { removeOrphans } from './storage.jobs.js';
import { HOUR_MS } from '../kernel/durations.js';

const BATCH_SIZE = 20;

/** When to retry a file that could not be removed, or whose handler was killed. */
const RETRY_AFTER_MS = HOUR_MS;

/** From here on no record can be created for these files, and no other handler takes them. */
const claimOrphans = new PreparedWrite(
  'loose_file.claim',
  `with due as materialized (
     select id from loose_file where tenant_id = $1 and due_at <= $2
     order by due_at limit ${BATCH_SIZE} for update skip locked
   )
   update loose_file set due_at = $3, is_doomed = true from due
   where loose_file.tenant_id = $1 and loose_file.id = due.id
   returning loose_file.id`,
);

const deleteOrphans = new PreparedWrite(
  'loose_file.delete_orphans',
  'delete from loose_file where tenant_id = $1 and id = any($2)',
);

/** Removes the due orphans of the job's tenant, or of all tenants in turn. */
@Injectable()
@Handles(removeOrphans)
export class RemoveOrphansHandler implements JobHandler {
  constructor(
    private readonly tenants: TenantStore,
    private readonly unitOfWork: UnitOfWork,
    private readonly writes: PreparedWrites,
    private readonly store: FileStore,
  ) {}

  handle(): Promise<void> {
    return currentContext()?.tenantId ? this.removeDue() : this.tenants.forEach(() => this.removeDue());
  }

  /** A file that can't be removed does not block the others; if none of a batch can be removed, the store is down. */
  private async removeDue(): Promise<void> {
    const failures: unknown[] = [];
    for (;;) {
      const ids = await this.claim();
      if (ids.length === 0) break;
      const batch = await this.remove(ids);
      await this.unitOfWork.run(() => this.writes.run(deleteOrphans, batch.removed));
      failures.push(...batch.failures);
      if (ids.length < BATCH_SIZE || batch.removed.length === 0) break;
    }
    if (failures.length > 0) throw failures[0];
  }

  private async claim(): Promise<string[]> {
    const now = clock.now();
    const retryAt = new Date(now.getTime() + RETRY_AFTER_MS);
    const rows = await this.unitOfWork.run(() =>
      this.writes.returning<{ id: string }>(claimOrphans, now, retryAt),
    );
    return rows.map(({ id }) => id);
  }

  /** Outside any transaction, because it takes as long as the store does. */
  private async remove(ids: string[]): Promise<{ removed: string[]; failures: unknown[] }> {
    const removed: string[] = [];
    const failures: unknown[] = [];
    const removals = ids.map((id) =>
      this.store.remove(id).then(
        () => removed.push(id),
        (error: unknown) => failures.push(error),
      ),
    );
    await Promise.all(removals);
    return { removed, failures };
  }
}
