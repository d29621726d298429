import { Injectable } from '@nestjs/common';
import { Pool, type PoolClient } from 'pg';
import { clock } from '../kernel/clock.js';
import { Handles, type JobHandler } from '../jobs/job-handlers.js';
import { defineJob } from '../jobs/job-kind.js';
import { FileStore } from './file-store.js';

export const sweepFiles = defineJob('storage.sweep', { schedule: '*/10 * * * *' });

const BATCH = 20;

const DUE = `
  select id from loose_file where due_at <= $1 order by due_at limit ${BATCH} for update skip locked`;

/** Removes loose files that are due, of all tenants. */
@Injectable()
@Handles(sweepFiles)
export class SweepFilesJob implements JobHandler {
  constructor(
    private readonly pool: Pool,
    private readonly store: FileStore,
  ) {}

  async handle(): Promise<void> {
    while ((await this.sweepBatch()) === BATCH);
  }

  /** A file is struck off the list after it is gone; one that is already gone does no harm. */
  private async sweepBatch(): Promise<number> {
    const client = await this.pool.connect();
    try {
      await client.query('begin');
      const ids = await dueFiles(client);
      await Promise.all(ids.map((id) => this.store.remove(id)));
      await client.query('delete from loose_file where id = any($1)', [ids]);
      await client.query('commit');
      client.release();
      return ids.length;
    } catch (error) {
      client.release(true);
      throw error;
    }
  }
}

async function dueFiles(client: PoolClient): Promise<string[]> {
  const { rows } = await client.query<{ id: string }>(DUE, [clock.now()]);
  return rows.map(({ id }) => id);
}
