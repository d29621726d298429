import { Injectable } from '@nestjs/common';
import { ConnectionShares } from '../database/connection-shares.js';
import { clock } from '../kernel/clock.js';
import { Handles, type JobHandler } from '../jobs/job-handlers.js';
import { EVENT_RETENTION_DAYS, forgetEvents } from './events.jobs.js';

const DAY_MS = 86_400_000;
const BATCH = 1000;

const FORGET = `
  with old as materialized (
    select id from event where created_at <= $1 order by created_at limit ${BATCH} for update skip locked
  )
  delete from event using old where event.id = old.id`;

/** Removes what has been kept for long enough, of all tenants, oldest first. Each batch stands for itself. */
@Injectable()
@Handles(forgetEvents)
export class ForgetEventsHandler implements JobHandler {
  constructor(private readonly connections: ConnectionShares) {}

  async handle(): Promise<void> {
    const oldest = new Date(clock.now().getTime() - EVENT_RETENTION_DAYS * DAY_MS);
    while ((await this.connections.query({ text: FORGET, values: [oldest] })).rowCount === BATCH);
  }
}
