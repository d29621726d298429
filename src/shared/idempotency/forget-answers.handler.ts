import { Injectable } from '@nestjs/common';
import { ConnectionShares } from '../database/connection-shares.js';
import { clock } from '../kernel/clock.js';
import { Handles, type JobHandler } from '../jobs/job-handlers.js';
import { ANSWER_RETENTION_HOURS, forgetAnswers } from './idempotency.jobs.js';

const FORGET = 'delete from idempotent_answer where created_at <= $1';

@Injectable()
@Handles(forgetAnswers)
export class ForgetAnswersHandler implements JobHandler {
  constructor(private readonly connections: ConnectionShares) {}

  async handle(): Promise<void> {
    const oldest = new Date(clock.now().getTime() - ANSWER_RETENTION_HOURS * 3_600_000);
    await this.connections.query({ text: FORGET, values: [oldest] });
  }
}
