import { Injectable } from '@nestjs/common';
import { Pool } from 'pg';
import { clock } from '../kernel/clock.js';
import { Handles, type JobHandler } from '../jobs/job-handlers.js';
import { defineJob } from '../jobs/job-kind.js';
import { RETENTION_HOURS } from './idempotency-store.js';

const forgetAnswers = defineJob('idempotency.forget', { schedule: '17 * * * *' });

@Injectable()
@Handles(forgetAnswers)
export class ForgetAnswersJob implements JobHandler {
  constructor(private readonly pool: Pool) {}

  async handle(): Promise<void> {
    const oldest = new Date(clock.now().getTime() - RETENTION_HOURS * 3_600_000);
    await this.pool.query('delete from idempotent_answer where created_at <= $1', [oldest]);
  }
}
