import { EntityManager, LockMode } from '@mikro-orm/postgresql';
import { Injectable } from '@nestjs/common';
import { UnitOfWork } from '../../shared/database/unit-of-work.js';
import { Events } from '../../shared/events/events.js';
import { Handles, type JobHandler } from '../../shared/jobs/job-handlers.js';
import { defineJob, UNTIL_DONE } from '../../shared/jobs/job-kind.js';
import { namesOf } from './session-views.js';
import { Session } from './session.entity.js';

/** Works out the figures that follow from a recorded visit. */
export const computeSession = defineJob<{ sessionId: string }>('session.compute', { queue: UNTIL_DONE });

@Injectable()
@Handles(computeSession)
export class ComputeSession implements JobHandler<{ sessionId: string }> {
  constructor(
    private readonly work: UnitOfWork,
    private readonly em: EntityManager,
    private readonly events: Events,
  ) {}

  handle({ sessionId }: { sessionId: string }): Promise<void> {
    return this.work.run(async () => {
      const session = await this.em.findOneOrFail(Session, sessionId, {
        lockMode: LockMode.PESSIMISTIC_WRITE,
      });
      if (session.computationStatus !== 'pending') return;
      session.compute();
      const { computationStatus } = session;
      this.events.record({ type: 'session.computed', ...namesOf(session), computationStatus });
    });
  }
}
