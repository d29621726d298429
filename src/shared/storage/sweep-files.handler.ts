import { Injectable } from '@nestjs/common';
import { Pool } from 'pg';
import { clock } from '../kernel/clock.js';
import { Handles, type JobHandler } from '../jobs/job-handlers.js';
import { FileStore } from './file-store.js';
import { sweepFiles } from './storage.jobs.js';

const BATCH = 20;

/** Until a file that could not be removed, or whose sweep was killed, has its next turn. */
const NEXT_TURN_MS = 3_600_000;

/** From here on no record can be made of them, and no other sweep takes them. */
const CLAIM = `
  with due as materialized (
    select id from loose_file where due_at <= $1 order by due_at limit ${BATCH} for update skip locked
  )
  update loose_file set due_at = $2, is_doomed = true from due where loose_file.id = due.id
  returning loose_file.id`;

const STRIKE = 'delete from loose_file where id = any($1)';

interface Sweep {
  removed: string[];
  failures: unknown[];
}

/** Removes loose files that are due, of all tenants. */
@Injectable()
@Handles(sweepFiles)
export class SweepFilesHandler implements JobHandler {
  constructor(
    private readonly pool: Pool,
    private readonly store: FileStore,
  ) {}

  /** One file that can't be removed stops no other; where none of a batch can, the store is away. */
  async handle(): Promise<void> {
    const failures: unknown[] = [];
    for (;;) {
      const ids = await this.claim();
      const swept = await this.remove(ids);
      await this.pool.query(STRIKE, [swept.removed]);
      failures.push(...swept.failures);
      if (ids.length < BATCH || swept.removed.length === 0) break;
    }
    if (failures.length > 0) throw failures[0];
  }

  private async claim(): Promise<string[]> {
    const now = clock.now();
    const nextTurn = new Date(now.getTime() + NEXT_TURN_MS);
    const { rows } = await this.pool.query<{ id: string }>(CLAIM, [now, nextTurn]);
    return rows.map(({ id }) => id);
  }

  /** Outside any transaction, because it takes as long as the store does. One that is already gone does no harm. */
  private async remove(ids: string[]): Promise<Sweep> {
    const swept: Sweep = { removed: [], failures: [] };
    const removals = ids.map((id) =>
      this.store.remove(id).then(
        () => swept.removed.push(id),
        (error: unknown) => swept.failures.push(error),
      ),
    );
    await Promise.all(removals);
    return swept;
  }
}
