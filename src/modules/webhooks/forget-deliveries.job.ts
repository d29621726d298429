import { Injectable } from '@nestjs/common';
import { Pool } from 'pg';
import { Handles, type JobHandler } from '../../shared/jobs/job-handlers.js';
import { defineJob } from '../../shared/jobs/job-kind.js';

const forgetDeliveries = defineJob('webhooks.forget-deliveries', { schedule: '23 * * * *' });

const BATCH = 5000;

const OLD = `now() - interval '30 days'`;

const FORGET_ATTEMPTS = `
  delete from webhook_attempt where ctid = any (array(
    select ctid from webhook_attempt where started_at < ${OLD} limit ${BATCH}
  ))`;

/** As long as an attempt is kept, so is what it belongs to. */
const FORGET_DELIVERIES = `
  delete from webhook_delivery where id = any (array(
    select d.id from webhook_delivery d
    where d.created_at < ${OLD} and not exists (select from webhook_attempt a where a.delivery_id = d.id)
    limit ${BATCH}
  ))`;

/** Each batch is a transaction of its own: what was done before a crash is done, and the rest is found again. */
@Injectable()
@Handles(forgetDeliveries)
export class ForgetDeliveriesJob implements JobHandler {
  constructor(private readonly pool: Pool) {}

  async handle(): Promise<void> {
    for (const forget of [FORGET_ATTEMPTS, FORGET_DELIVERIES]) {
      while ((await this.pool.query(forget)).rowCount === BATCH);
    }
  }
}
