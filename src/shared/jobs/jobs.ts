import { Injectable } from '@nestjs/common';
import type { SendOptions } from 'pg-boss';
import { currentTenant, currentTransaction } from '../database/work-context.js';
import { JobEngine } from './job-engine.js';
import type { JobEnvelope, JobKind } from './job-kind.js';

@Injectable()
export class Jobs {
  constructor(private readonly engine: JobEngine) {}

  /** Written in the transaction of the present unit of work: the job exists if, and only if, its cause does. */
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
}
