import { EntityManager } from '@mikro-orm/postgresql';
import { Injectable } from '@nestjs/common';
import { fromKysely, type SendOptions } from 'pg-boss';
import { currentTenant } from '../database/scope.js';
import { JobEngine } from './job-engine.js';
import type { JobEnvelope, JobKind } from './job-kind.js';

@Injectable()
export class Jobs {
  constructor(
    private readonly engine: JobEngine,
    private readonly em: EntityManager,
  ) {}

  /** Written in the transaction of the present unit of work: the job exists if, and only if, its cause does. */
  async enqueue<Data extends object>(
    kind: JobKind<Data>,
    data: Data,
    options: Pick<SendOptions, 'startAfter' | 'singletonKey' | 'priority'> = {},
  ): Promise<void> {
    if (!this.em.isInTransaction()) throw new Error(`The job ${kind.name} was sent outside a unit of work.`);
    const envelope: JobEnvelope = { tenantId: currentTenant(), data };
    await this.engine.boss.send(kind.name, envelope, { ...options, db: fromKysely(this.em.getKysely()) });
  }
}
