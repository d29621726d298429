import { Injectable } from '@nestjs/common';
import { RecordLock } from '../../shared/database/record-lock.js';
import { UnitOfWork } from '../../shared/database/unit-of-work.js';
import { Events } from '../../shared/events/events.js';
import { Handles, type JobHandler } from '../../shared/jobs/job-handlers.js';
import { sessionIds } from './session-reads.js';
import { Session } from './session.entity.js';
import { computeSession } from './sessions.jobs.js';

@Injectable()
@Handles(computeSession)
export class ComputeSessionHandler implements JobHandler<{ sessionId: string }> {
  constructor(
    private readonly work: UnitOfWork,
    private readonly recordLock: RecordLock,
    private readonly events: Events,
  ) {}

  handle({ sessionId }: { sessionId: string }): Promise<void> {
    return this.work.run(async () => {
      const session = await this.recordLock.findOne(Session, { id: sessionId });
      if (session?.computationStatus !== 'pending') return;
      session.compute();
      const { computationStatus } = session;
      this.events.record({ type: 'session.computed', ...sessionIds(session), computationStatus });
    });
  }
}
