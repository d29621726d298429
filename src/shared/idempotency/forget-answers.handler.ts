import { Injectable } from '@nestjs/common';
import { ConnectionShares } from '../database/connection-shares.js';
import { clock } from '../kernel/clock.js';
import { Handles, type JobHandler } from '../jobs/job-handlers.js';
import { ANSWER_RETENTION_HOURS, forgetAnswers } from './idempotency.jobs.js';

const BATCH = 1000;

const FORGET = `
  delete from idempotent_answer where ctid = any (array(
    select ctid from idempotent_answer where created_at <= $1 limit ${BATCH}
  ))`;

/** In batches: all of them at once may take longer than a statement may. */
@Injectable()
@Handles(forgetAnswers)
export class ForgetAnswersHandler implements JobHandler {
  constructor(private readonly connections: ConnectionShares) {}

  async handle(): Promise<void> {
    const oldest = new Date(clock.now().getTime() - ANSWER_RETENTION_HOURS * 3_600_000);
    while ((await this.connections.query({ text: FORGET, values: [oldest] })).rowCount === BATCH);
  }
}
