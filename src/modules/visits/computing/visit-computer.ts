import { Injectable, Logger } from '@nestjs/common';
import { PreparedReads } from '../../../shared/database/records/prepared-reads.js';
import { UnitOfWork } from '../../../shared/database/transactions/unit-of-work.js';
import { clock } from '../../../shared/kernel/clock.js';
import { wireId } from '../../../shared/kernel/ids.js';
import { SessionsApi, type VisitOnPage } from '../../sessions/index.js';
import { MAX_VISIT_EVENTS } from '../collecting/visit-limits.js';
import { overAt, retryDelay } from './visit-schedule.js';
import { sessionOf, VISIT_RULES } from './visit-session.js';
import { visitSummary, type VisitSummary } from './visit-summary.js';
import { DroppedVisitData } from '../collecting/dropped-visit-data.js';
import { VisitStore, type VisitRecord } from '../collecting/visit-store.js';

/** Keeps the sessions of visits up to date. */
@Injectable()
export class VisitComputer {
  private readonly logger = new Logger('visits');

  constructor(
    private readonly store: VisitStore,
    private readonly reads: PreparedReads,
    private readonly dropped: DroppedVisitData,
    private readonly unitOfWork: UnitOfWork,
    private readonly sessions: SessionsApi,
  ) {}

  /**
   * A failed computation is retried later, and does not delay other due visits. Returns false if another worker has the
   * visit or was faster.
   */
  async lookAt(id: string): Promise<boolean> {
    try {
      return await this.unitOfWork.run(() => this.withDue(id, (visit) => this.bringUpToDate(visit)));
    } catch (error) {
      const isPostponed = await this.unitOfWork.run(() => this.withDue(id, (visit) => this.postpone(visit)));
      if (isPostponed) this.logger.error({ msg: 'a visit could not be computed', visitId: id, error });
      return isPostponed;
    }
  }

  /** Part of the unit of work. Returns the visit as its session identifies it. */
  async follow(id: string): Promise<VisitOnPage | undefined> {
    const visit = await this.store.lock(id);
    if (!visit) return undefined;
    await this.bringUpToDate(visit);
    return onPage(visit);
  }

  /** Part of the unit of work. Recomputes a visit that was computed with other rules. */
  async recompute(id: string): Promise<void> {
    const visit = await this.store.lock(id);
    if (!visit || visit.rules === VISIT_RULES) return;
    const summary = await this.reads.one(visitSummary, id);
    if (summary && summary.events <= MAX_VISIT_EVENTS) return this.compute(visit, summary);
    await this.store.update({ ...visit, rules: VISIT_RULES }, null);
  }

  private async withDue(id: string, act: (visit: VisitRecord) => Promise<void>): Promise<boolean> {
    const visit = await this.store.lockDue(id, clock.now());
    if (visit) await act(visit);
    return visit !== undefined;
  }

  private async bringUpToDate(visit: VisitRecord): Promise<void> {
    const summary = await this.reads.one(visitSummary, visit.id);
    if (!summary || !hasNews(visit, summary)) await this.store.update(visit, null);
    else if (summary.events > MAX_VISIT_EVENTS) await this.fail(visit, 'too_many_events');
    else await this.compute(visit, summary);
  }

  private async compute(visit: VisitRecord, summary: VisitSummary): Promise<void> {
    const due = overAt(summary);
    const isOver = due <= clock.now().getTime();
    await this.sessions.follow(onPage(visit), { figures: sessionOf(summary), isOver });
    const { lastReceivedAt, interactionsLeftOut: interactions } = summary;
    if (isOver) this.dropped.count({ interactions });
    const computed = isOver ? { computedAt: lastReceivedAt, rules: VISIT_RULES } : {};
    // A bot that submits a form or asks a question counts as a visitor; only then is its visit computed.
    const known = { ...visit, ...computed, failures: 0, bot: null };
    await this.store.update(known, isOver ? null : new Date(due));
  }

  private async postpone(visit: VisitRecord): Promise<void> {
    const failures = visit.failures + 1;
    const delayMs = retryDelay(failures);
    if (delayMs === undefined) return this.fail(visit, 'computation_failed');
    await this.store.update({ ...visit, failures }, new Date(clock.now().getTime() + delayMs));
  }

  private async fail(visit: VisitRecord, failure: string): Promise<void> {
    await this.sessions.follow(onPage(visit), { failure, startedAt: clock.now() });
    await this.store.update({ ...visit, failures: 0 }, null);
  }
}

/** Repeated events alone are not news. */
function hasNews({ computedAt }: VisitRecord, { lastReceivedAt }: VisitSummary): boolean {
  return computedAt === null || lastReceivedAt > computedAt;
}

function onPage({ id, pageId, audienceId, pageLinkId }: VisitRecord): VisitOnPage {
  return { id, pageId, audienceId, pageLinkId, analyticsSessionId: wireId('visit', id) };
}
