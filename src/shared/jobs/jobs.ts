import { Injectable } from '@nestjs/common';
import type { SendOptions } from 'pg-boss';
import { currentTenant, currentTransaction } from '../database/transactions/work-context.js';
import { JobEngine } from './job-engine.js';
import { JOB_TABLE } from './job-schema.js';
import type { JobEnvelope, JobKind } from './job-kind.js';

const ERASE = `
  delete from ${JOB_TABLE}
  where data->>'tenantId' = $1
    and exists (select from jsonb_each_text(data->'data') as given (name, value) where given.value = any($2))`;

@Injectable()
export class Jobs {
  constructor(private readonly engine: JobEngine) {}

  /** Written in the transaction of the current unit of work: the job exists if, and only if, its cause does. */
  async enqueue<Data extends object>(
    kind: JobKind<Data>,
    data: Data,
    options: Pick<SendOptions, 'startAfter' | 'singletonKey' | 'priority'> = {},
  ): Promise<void> {
    const envelope: JobEnvelope = { tenantId: currentTenant(), data };
    await this.engine.boss.send(kind.name, envelope, { ...options, db: currentDatabase() });
  }

  /** The same for many jobs, with one statement. */
  async enqueueAll<Data extends object>(
    kind: JobKind<Data>,
    jobs: readonly { data: Data; startAfter: Date }[],
  ): Promise<void> {
    const tenantId = currentTenant();
    const rows = jobs.map(({ data, startAfter }) => ({ data: { tenantId, data }, startAfter }));
    await this.engine.boss.insert(kind.name, rows, { db: currentDatabase() });
  }

  /** Deletes the tenant's jobs that name one of these ids, done or not. Their stored errors may reveal a lot. */
  async erase(ids: readonly string[]): Promise<number> {
    const values = [currentTenant(), ids];
    return (await currentTransaction().query({ text: ERASE, values })).rowCount ?? 0;
  }
}

/** The current transaction, as the engine uses it. */
function currentDatabase() {
  const transaction = currentTransaction();
  return { executeSql: (text: string, values: unknown[] = []) => transaction.query<never>({ text, values }) };
}
