import { Injectable } from '@nestjs/common';
import { PreparedReads } from '../../shared/database/prepared-reads.js';
import { PreparedWrites } from '../../shared/database/prepared-writes.js';
import { Events } from '../../shared/events/events.js';
import { Existing } from '../../shared/kernel/existing.js';
import { Jobs } from '../../shared/jobs/jobs.js';
import { newSession } from './new-session.js';
import { sessionBy } from './session-reads.js';
import { namesOf, sessionView, type SessionRecord } from './session-views.js';
import { insertSession, toInsertParams } from './session-writes.js';
import type { RecordSession } from './record-session.dto.js';
import type { SessionView } from './sessions.dto.js';
import { computeSession } from './sessions.jobs.js';
import { VisitedPlaces } from './visited-places.js';

@Injectable()
export class SessionRecorder {
  constructor(
    private readonly reads: PreparedReads,
    private readonly writes: PreparedWrites,
    private readonly places: VisitedPlaces,
    private readonly jobs: Jobs,
    private readonly events: Events,
  ) {}

  /** A repeat is answered with what the first one recorded, whatever has become of the page since. */
  async record(given: RecordSession): Promise<SessionView | Existing<SessionView>> {
    const { analyticsSessionId, interactions = [] } = given;
    const known = analyticsSessionId && (await this.find(analyticsSessionId));
    if (known) return new Existing(sessionView(known));
    const session = newSession(given, await this.places.find(given));
    const isFirst = await this.writes.run(insertSession, ...toInsertParams(session, interactions));
    if (!isFirst) return new Existing(sessionView((await this.find(session.analyticsSessionId))!));
    await this.jobs.enqueue(computeSession, { sessionId: session.id });
    this.tell(session);
    return sessionView(session);
  }

  private find(analyticsSessionId: string): Promise<SessionRecord | undefined> {
    return this.reads.one(sessionBy.theirs, analyticsSessionId);
  }

  private tell(session: SessionRecord): void {
    const about = namesOf(session);
    const { formSubmissionId } = session;
    this.events.record({ type: 'session.recorded', ...about });
    if (formSubmissionId) this.events.record({ type: 'form.submitted', ...about, formSubmissionId });
  }
}
