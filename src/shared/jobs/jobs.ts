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
    const transaction = currentTransaction();
    const db = {
      executeSql: (text: string, values: unknown[] = []) => transaction.query<never>({ text, values }),
    };
    const envelope: JobEnvelope = { tenantId: currentTenant(), data };
    await this.engine.boss.send(kind.name, envelope, { ...options, db });
  }

  /** Deletes the tenant's jobs that name one of these ids, done or not. Their stored errors may reveal a lot. */
  async erase(ids: readonly string[]): Promise<number> {
    const values = [currentTenant(), ids];
    return (await currentTransaction().query({ text: ERASE, values })).rowCount ?? 0;
  }
}
