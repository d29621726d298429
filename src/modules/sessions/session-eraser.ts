import { Injectable, type OnModuleInit } from '@nestjs/common';
import type { RecordOf } from '../../shared/database/records/column-map.js';
import { PreparedRead, PreparedReads } from '../../shared/database/records/prepared-reads.js';
import { PreparedWrite, PreparedWrites } from '../../shared/database/records/prepared-writes.js';
import { wireId } from '../../shared/kernel/ids.js';
import { ComputedSessions } from './computed-sessions.js';
import { storedColumns, type StoredSession } from './entities/session-columns.js';
import { PersonErasure, type FoundTraces, type PersonEraser, type PersonTraces } from '../crm/index.js';

const SESSION = `select id, analytics_session_id as "analyticsSessionId" from audience_session`;

const DIGITS = `regexp_replace(form_submission_phone, '[^0-9]', '', 'g')`;
const PROFILE = `regexp_replace(lower(form_submission_linkedin), '^(https?://)?(www\\.)?|/*([?#].*)?$', '', 'g')`;

/** Matches by the audience, by the visit, or by the identifying data of a form. */
const sessionsOfPerson = new PreparedRead<{ id: string; analyticsSessionId: string }>(
  'session.of_person',
  `${SESSION} where tenant_id = $1 and audience_id = any($2)
   union ${SESSION} where tenant_id = $1 and analytics_session_id = any($3)
   union ${SESSION} where tenant_id = $1 and form_submission_id is not null and (
     form_submission_id = any($4) or lower(form_submission_email) = $5 or ${DIGITS} = $6 or ${PROFILE} = $7
   )`,
);

const UTM = ['source', 'medium', 'campaign', 'term', 'content'].map((name) => `utm_${name}`);

const lockSessions = new PreparedRead<RecordOf<typeof storedColumns>>(
  'session.lock_erased',
  `select ${storedColumns.select('s')} from audience_session s
   where s.tenant_id = $1 and (s.id = any($2) or s.audience_id = any($3)) order by s.id for update`,
);

/** Sets the column to null if it names the person. */
const withoutNames = (column: string) =>
  `${column} = case when lower(${column}) like any($3) then null else ${column} end`;

/** The URL of the page may contain the name, and a client's own id of the session may identify the person there. */
const clearSessions = new PreparedWrite(
  'session.erase',
  `update audience_session set
     form_submission_id = case when form_submission_id is not null then 'erased' end,
     form_submission_email = null, form_submission_phone = null, form_submission_linkedin = null,
     interactions = '[]', page_url = null, ${UTM.map(withoutNames).join(', ')},
     analytics_session_id = case
       when analytics_session_id ~ '^visit_[0-9a-z]{26}$' then analytics_session_id else 'erased-' || id end
   where tenant_id = $1 and id = any($2)
   returning ${storedColumns.select('audience_session')}`,
);

/** Keeps sessions for the figures, and removes all identifying data from them. */
@Injectable()
export class SessionEraser implements OnModuleInit, PersonEraser {
  constructor(
    private readonly erasure: PersonErasure,
    private readonly reads: PreparedReads,
    private readonly writes: PreparedWrites,
    private readonly computed: ComputedSessions,
  ) {}

  onModuleInit(): void {
    this.erasure.onErase(this);
  }

  async find(traces: PersonTraces): Promise<FoundTraces> {
    const submissions = traces.of('submission').map((uuid) => wireId('submission', uuid));
    const rows = await this.reads.all(
      sessionsOfPerson,
      ...[traces.of('audience'), traces.of('analyticsSession'), submissions],
      ...[traces.email, traces.phoneNumber?.slice(1), traces.linkedinProfile],
    );
    return {
      session: rows.map(({ id }) => id),
      analyticsSession: rows.map(({ analyticsSessionId }) => analyticsSessionId),
    };
  }

  async erase(traces: PersonTraces): Promise<{ sessions: number }> {
    // Also by audience again: there may be new sessions.
    const before = await this.reads.all(lockSessions, traces.of('session'), traces.of('audience'));
    const ids = before.map(({ id }) => id);
    const after = await this.writes.returning<(typeof before)[0]>(clearSessions, ids, traces.patterns);
    const { patterns } = traces;
    await this.computed.erase({ before: before.map(valuesOf), after: after.map(valuesOf), patterns });
    return { sessions: ids.length };
  }
}

function valuesOf(row: RecordOf<typeof storedColumns>): StoredSession {
  return storedColumns.fromRow(row);
}
