import { Injectable } from '@nestjs/common';
import { Handles, type JobHandler } from '../jobs/job-handlers.js';
import { clock } from '../kernel/clock.js';
import { WeeklyPartitions } from '../database/schema/time-partitions.js';
import { oldestKept } from './event-retention.js';
import { forgetEvents } from './events.jobs.js';

@Injectable()
@Handles(forgetEvents)
export class ForgetEventsHandler implements JobHandler {
  private readonly listeners: (() => Promise<void>)[] = [];

  constructor(private readonly partitions: WeeklyPartitions) {}

  /** Calls the listener before events are deleted, to delete what belongs to them. If it fails, nothing is deleted. */
  beforeForgetting(listener: () => Promise<void>): void {
    this.listeners.push(listener);
  }

  async handle(): Promise<void> {
    await this.partitions.ensureAhead();
    for (const listener of this.listeners) await listener();
    await this.partitions.dropBefore(oldestKept(clock.now()));
  }
}
