import { Injectable } from '@nestjs/common';
import { Handles, type JobHandler } from '../jobs/job-handlers.js';
import { clock } from '../kernel/clock.js';
import { WeeklyPartitions } from '../database/schema/time-partitions.js';
import { forgetEvents, oldestKept } from './events.jobs.js';

@Injectable()
@Handles(forgetEvents)
export class ForgetEventsHandler implements JobHandler {
  private readonly listeners: (() => Promise<void>)[] = [];

  constructor(private readonly partitions: WeeklyPartitions) {}

  /** Calls it before any event is forgotten: with an event goes all that belongs to it. Where it fails, nothing goes. */
  beforeForgetting(listener: () => Promise<void>): void {
    this.listeners.push(listener);
  }

  async handle(): Promise<void> {
    await this.partitions.ensureAhead();
    for (const listener of this.listeners) await listener();
    await this.partitions.dropBefore(oldestKept(clock.now()));
  }
}
