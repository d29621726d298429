import { Injectable } from '@nestjs/common';
import { RecordLock } from '../../shared/database/transactions/record-lock.js';
import { UnitOfWork } from '../../shared/database/transactions/unit-of-work.js';
import { Handles, type JobHandler } from '../../shared/jobs/job-handlers.js';
import { ComputedSessions } from './computed-sessions.js';
import { Session } from './entities/session.entity.js';
import { computeSession } from './sessions.jobs.js';

@Injectable()
@Handles(computeSession)
export class ComputeSessionHandler implements JobHandler<{ sessionId: string }> {
  constructor(
    private readonly work: UnitOfWork,
    private readonly recordLock: RecordLock,
    private readonly computed: ComputedSessions,
  ) {}

  handle({ sessionId }: { sessionId: string }): Promise<void> {
    return this.work.run(async () => {
      const session = await this.recordLock.findOne(Session, { id: sessionId });
      if (session?.computationStatus !== 'pending') return;
      await this.computed.compute(session, () => session.compute());
    });
  }
}
