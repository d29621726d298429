import { Injectable } from '@nestjs/common';
import { PreparedReads } from '../../shared/database/records/prepared-reads.js';
import { TenantLock } from '../../shared/database/transactions/tenant-lock.js';
import { clock } from '../../shared/kernel/clock.js';
import { MINUTE_MS } from '../../shared/kernel/durations.js';
import { earlierSubmission } from './dto/submission-reads.js';
import { contentHashOf, type Answers } from './entities/submission.entity.js';

/** The same content from the same visit within this time is a repeat. */
const REPEAT_MS = 10 * MINUTE_MS;

/** A visitor who presses the button twice sends one form. */
@Injectable()
export class RepeatedSubmissions {
  constructor(
    private readonly reads: PreparedReads,
    private readonly tenantLock: TenantLock,
  ) {}

  /**
   * Part of the unit of work. Handles one request of a visit at a time: of two concurrent ones, the second is a repeat.
   */
  async isRepeat(visit: string, formId: string | null, answers: Answers): Promise<boolean> {
    await this.tenantLock.acquire(`form of ${visit}`);
    const since = new Date(clock.now().getTime() - REPEAT_MS);
    const earlier = await this.reads.one(earlierSubmission, visit, contentHashOf(answers), formId, since);
    return earlier !== undefined;
  }
}
