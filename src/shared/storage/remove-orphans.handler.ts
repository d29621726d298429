import { Injectable } from '@nestjs/common';
import { ConnectionShares } from '../database/connection-shares.js';
import { clock } from '../kernel/clock.js';
import { Handles, type JobHandler } from '../jobs/job-handlers.js';
import { FileStore } from './file-store.js';
import { removeOrphans } from './storage.jobs.js';

const BATCH_SIZE = 20;

/** When a file is tried again that could not be removed, or whose handler was killed. */
const RETRY_AFTER_MS = 3_600_000;

/** From here on no record can be made of these files, and no other handler takes them. */
const CLAIM = `
  with due as materialized (
    select id from loose_file where due_at <= $1 order by due_at limit $3 for update skip locked
  )
  update loose_file set due_at = $2, is_doomed = true from due where loose_file.id = due.id
  returning loose_file.id`;

const DELETE = 'delete from loose_file where id = any($1)';

/** Removes the orphans that are due, of all tenants. */
@Injectable()
@Handles(removeOrphans)
export class RemoveOrphansHandler implements JobHandler {
  constructor(
    private readonly connections: ConnectionShares,
    private readonly store: FileStore,
  ) {}

  /** A file that can't be removed stops no other; where none of a batch can, the store is away. */
  async handle(): Promise<void> {
    const failures: unknown[] = [];
    for (;;) {
      const ids = await this.claim();
      const batch = await this.remove(ids);
      await this.connections.query({ text: DELETE, values: [batch.removed] });
      failures.push(...batch.failures);
      if (ids.length < BATCH_SIZE || batch.removed.length === 0) break;
    }
    if (failures.length > 0) throw failures[0];
  }

  private async claim(): Promise<string[]> {
    const now = clock.now();
    const retryAt = new Date(now.getTime() + RETRY_AFTER_MS);
    const claim = { text: CLAIM, values: [now, retryAt, BATCH_SIZE] };
    const { rows } = await this.connections.query<{ id: string }>(claim);
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
