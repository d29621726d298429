import { Injectable } from '@nestjs/common';
import { Pool } from 'pg';
import { clock } from '../kernel/clock.js';
import { Handles, type JobHandler } from '../jobs/job-handlers.js';
import { ANSWER_RETENTION_HOURS, forgetAnswers } from './idempotency.jobs.js';

@Injectable()
@Handles(forgetAnswers)
export class ForgetAnswersHandler implements JobHandler {
  constructor(private readonly pool: Pool) {}

  async handle(): Promise<void> {
    const oldest = new Date(clock.now().getTime() - ANSWER_RETENTION_HOURS * 3_600_000);
    await this.pool.query('delete from idempotent_answer where created_at <= $1', [oldest]);
  }
}
