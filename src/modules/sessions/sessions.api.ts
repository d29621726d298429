import { Injectable } from '@nestjs/common';
import { detached } from '../../shared/database/records/detached.js';
import { PreparedReads } from '../../shared/database/records/prepared-reads.js';
import { PreparedWrites } from '../../shared/database/records/prepared-writes.js';
import { RecordLock } from '../../shared/database/transactions/record-lock.js';
import { Events } from '../../shared/events/events.js';
import { PagesApi } from '../pages/index.js';
import { ComputedSessions, type ComputationListener, type ErasureListener } from './computed-sessions.js';
import { sessionIds } from './dto/session-reads.js';
import { storedColumns } from './entities/session-columns.js';
import { Session, type SeenFigures, type SeenVisit } from './entities/session.entity.js';
import { changedColumns, insertSession, lockSession, updateSession } from './session-writes.js';

/** The ids of a visit, and of its page, audience and link. */
export type VisitOnPage = Omit<SeenVisit, 'pageTitle'>;

/** The progress of a visit: it goes on, it is over, or its figures can't be computed. */
type VisitProgress = { figures: SeenFigures; isOver: boolean } | { failure: string; startedAt: Date };

/** Sessions, for other modules: they report visits and listen to figures. Use it in a unit of work. */
@Injectable()
export class SessionsApi {
  constructor(
    private readonly reads: PreparedReads,
    private readonly writes: PreparedWrites,
    private readonly pages: PagesApi,
    private readonly recordLock: RecordLock,
    private readonly computed: ComputedSessions,
    private readonly events: Events,
  ) {}

  /** Creates or updates the session of a visit. Only one caller at a time may report the same visit. */
  async follow(visit: VisitOnPage, progress: VisitProgress): Promise<void> {
    await this.recordLock.wait(visit.id);
    const known = await this.reads.one(lockSession, visit.id);
    const session = known
      ? detached(Session, storedColumns.fromRow(known))
      : await this.open(visit, progress);
    await this.proceed(session, progress);
    if (known) await this.update(session, 'figures' in progress);
    else await this.writes.run(insertSession, ...storedColumns.toParams(session));
  }

  /** Records the event of a form that a visitor sent. */
  formSubmitted(visit: VisitOnPage, formSubmissionId: string): void {
    this.events.record({ type: 'form.submitted', ...sessionIds(visit), formSubmissionId });
  }

  /** Calls the listener in the transaction that computes a session. */
  onComputed(listener: ComputationListener): void {
    this.computed.listen(listener);
  }

  /** Calls the listener in the transaction that erases the person of sessions. */
  onErased(listener: ErasureListener): void {
    this.computed.listenToErasures(listener);
  }

  private async proceed(session: Session, progress: VisitProgress): Promise<void> {
    if ('figures' in progress && !progress.isOver) return this.computed.reopen(session, progress.figures);
    await this.computed.compute(session, () => {
      if ('failure' in progress) session.fail(progress.failure);
      else session.complete(progress.figures);
    });
  }

  private async update(session: Session, hasNewInteractions: boolean): Promise<void> {
    const interactions = hasNewInteractions ? JSON.stringify(session.interactions) : null;
    const others = changedColumns.toParams(session);
    await this.writes.run(updateSession, session.id, interactions, ...others);
  }

  private async open(visit: VisitOnPage, progress: VisitProgress): Promise<Session> {
    const page = await this.pages.find(visit.pageId!);
    const startedAt = 'figures' in progress ? progress.figures.sessionStartedAt : progress.startedAt;
    const session = Session.open({ ...visit, pageTitle: page?.title ?? null }, startedAt);
    this.events.record({ type: 'session.recorded', ...sessionIds(session) });
    return session;
  }
}
