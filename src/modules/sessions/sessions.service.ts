import { Injectable } from '@nestjs/common';
import type { Caller } from '../../shared/auth/keys/caller.js';
import { fieldsOfNew } from '../../shared/audit/field-changes.js';
import { Lists } from '../../shared/database/lists/lists.js';
import { PreparedReads } from '../../shared/database/records/prepared-reads.js';
import { PreparedWrites } from '../../shared/database/records/prepared-writes.js';
import { Events } from '../../shared/events/events.js';
import { Jobs } from '../../shared/jobs/jobs.js';
import { notFound } from '../../shared/kernel/errors.js';
import { Existing } from '../../shared/answers/existing.js';
import { firstUuidOf, uuidOf } from '../../shared/kernel/ids.js';
import type { ListPage } from '../../shared/answers/list-page.js';
import { StreamedAnswer } from '../../shared/answers/streamed-answer.js';
import { momentOf } from '../../shared/kernel/wire-time.js';
import { PagesApi } from '../pages/index.js';
import type { RecordSession } from './dto/record-session.dto.js';
import { exportedSession, exportedSessions } from './session-export.js';
import {
  interactionsBy,
  sessionBy,
  sessionIds,
  sessionList,
  sessionView,
  type SessionRecord,
} from './dto/session-reads.js';
import { SessionReferences } from './session-references.js';
import { storedColumns } from './entities/session-columns.js';
import { Session } from './entities/session.entity.js';
import type {
  AudienceSessionInteractions,
  SessionsExportQuery,
  SessionsQuery,
  SessionView,
} from './dto/sessions.dto.js';
import { insertSession } from './session-writes.js';
import { computeSession } from './sessions.jobs.js';

@Injectable()
export class SessionsService {
  constructor(
    private readonly reads: PreparedReads,
    private readonly writes: PreparedWrites,
    private readonly lists: Lists,
    private readonly pages: PagesApi,
    private readonly references: SessionReferences,
    private readonly jobs: Jobs,
    private readonly events: Events,
  ) {}

  async list(pageId: string, query: SessionsQuery): Promise<ListPage<SessionView>> {
    if (!(await this.pages.find(pageId))) throw notFound('page');
    const { from, to, limit, cursor, ...filter } = query;
    return this.lists.page(sessionList, { limit, cursor }, (rows) => rows.map(sessionView), {
      pageId,
      ...filter,
      from: from && momentOf(from),
      to: to && momentOf(to),
    });
  }

  async get(pageId: string, key: string): Promise<SessionView> {
    const row = await this.load(key);
    if (row.pageId !== pageId || !(await this.pages.find(pageId))) throw notFound('session');
    return sessionView(row);
  }

  async find(key: string): Promise<SessionView> {
    return sessionView(await this.load(key));
  }

  async interactions(key: string): Promise<AudienceSessionInteractions> {
    const { kind, value } = idIn(key);
    const row = await this.reads.one(interactionsBy[kind], value);
    return { found: row !== undefined, interactions: row?.interactions ?? [] };
  }

  export({ from }: SessionsExportQuery, caller: Caller): StreamedAnswer {
    const steps = this.lists.steps(exportedSessions, { from: from && firstUuidOf(momentOf(from)) });
    return StreamedAnswer.ndjson('sessions', steps, (session) => exportedSession(session, caller));
  }

  /** A repeat returns the session of the first request, even if the page has changed since. */
  async record(given: RecordSession): Promise<SessionView | Existing<SessionView>> {
    const { analyticsSessionId, sessionStartedAt, sessionEndedAt, pageId, audienceId } = given;
    const known = analyticsSessionId && (await this.findRecorded(analyticsSessionId));
    if (known) return new Existing(sessionView(known));
    const session = Session.record(
      {
        ...given,
        sessionStartedAt: momentOf(sessionStartedAt),
        sessionEndedAt: sessionEndedAt ? momentOf(sessionEndedAt) : null,
      },
      await this.references.find(pageId, audienceId),
    );
    const isFirst = await this.writes.run(insertSession, ...storedColumns.toParams(session));
    if (!isFirst) return new Existing(sessionView((await this.findRecorded(session.analyticsSessionId))!));
    await this.jobs.enqueue(computeSession, { sessionId: session.id });
    this.recordEvents(session);
    return sessionView(session);
  }

  private async load(key: string): Promise<SessionRecord> {
    const { kind, value } = idIn(key);
    const row = await this.reads.one(sessionBy[kind], value);
    if (!row) throw notFound('session');
    return row;
  }

  private findRecorded(analyticsSessionId: string): Promise<SessionRecord | undefined> {
    return this.reads.one(sessionBy.analyticsId, analyticsSessionId);
  }

  private recordEvents(session: Session): void {
    const ids = sessionIds(session);
    const { formSubmissionId } = session;
    this.events.record({ type: 'session.recorded', ...ids }, fieldsOfNew(session));
    if (formSubmissionId) this.events.record({ type: 'form.submitted', ...ids, formSubmissionId });
  }
}

/** Decides which of a session's two ids a path contains. */
function idIn(key: string): { kind: keyof typeof sessionBy; value: string } {
  const uuid = uuidOf('session', key);
  return uuid ? { kind: 'id', value: uuid } : { kind: 'analyticsId', value: key };
}
