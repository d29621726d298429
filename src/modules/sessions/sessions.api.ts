import { Injectable } from '@nestjs/common';
import { RecordLock } from '../../shared/database/record-lock.js';
import { PreparedReads } from '../../shared/database/prepared-reads.js';
import { Events } from '../../shared/events/events.js';
import { Existing } from '../../shared/kernel/existing.js';
import { wireId } from '../../shared/kernel/ids.js';
import { wireTime } from '../../shared/kernel/wire-time.js';
import { sessionBy, sessionIds } from './session-reads.js';
import { Session, type SubmittedForm } from './session.entity.js';
import { SessionsService } from './sessions.service.js';

/** A form that a visitor sent from a page. */
export interface FormVisit {
  /** What the visit calls itself, where it does. */
  visit: string | undefined;
  pageId: string;
  audienceId: string;
  pageUrl: string | null;
  at: Date;
  form: SubmittedForm;
}

/** How other modules tell of visits. */
@Injectable()
export class SessionsApi {
  constructor(
    private readonly sessions: SessionsService,
    private readonly reads: PreparedReads,
    private readonly recordLock: RecordLock,
    private readonly events: Events,
  ) {}

  /** The form belongs to the session of the visit; where there is none yet, it makes one. Answers what it is called. */
  async submitForm({ visit, pageId, audienceId, pageUrl, at, form }: FormVisit): Promise<string> {
    const known = visit === undefined ? undefined : await this.reads.one(sessionBy.analyticsId, visit);
    if (known) return this.convert(known.id, form);
    const recorded = await this.sessions.record({
      analyticsSessionId: visit,
      pageId: wireId('page', pageId),
      audienceId: wireId('audience', audienceId),
      pageUrl,
      sessionStartedAt: wireTime(at),
      formSubmission: form,
    });
    // Another request has made it at this moment.
    if (recorded instanceof Existing)
      return this.submitForm({ visit, pageId, audienceId, pageUrl, at, form });
    return recorded.analyticsSessionId;
  }

  private async convert(sessionId: string, form: SubmittedForm): Promise<string> {
    const session = (await this.recordLock.findOne(Session, { id: sessionId }))!;
    session.convert(form);
    const { formSubmissionId } = form;
    this.events.record({ type: 'form.submitted', ...sessionIds(session), formSubmissionId });
    return session.analyticsSessionId;
  }
}
