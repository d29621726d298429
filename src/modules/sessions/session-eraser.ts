import { Injectable, type OnModuleInit } from '@nestjs/common';
import { PreparedRead, PreparedReads } from '../../shared/database/prepared-reads.js';
import { PreparedWrite, PreparedWrites } from '../../shared/database/prepared-writes.js';
import { wireId } from '../../shared/kernel/ids.js';
import { PersonErasure, type FoundTraces, type PersonEraser, type PersonTraces } from '../crm/index.js';

const SESSION = `select id, analytics_session_id as "analyticsSessionId" from audience_session`;

const DIGITS = `regexp_replace(form_submission_phone, '[^0-9]', '', 'g')`;
const PROFILE = `regexp_replace(lower(form_submission_linkedin), '^(https?://)?(www\\.)?|/*([?#].*)?$', '', 'g')`;

/** By the audience, by the visit, or by what a form told of its sender. */
const sessionsOfPerson = new PreparedRead<{ id: string; analyticsSessionId: string }>(
  'session.of_person',
  `${SESSION} where tenant_id = $1 and audience_id = any($2)
   union ${SESSION} where tenant_id = $1 and analytics_session_id = any($3)
   union ${SESSION} where tenant_id = $1 and form_submission_id is not null and (
     form_submission_id = any($4) or lower(form_submission_email) = $5 or ${DIGITS} = $6 or ${PROFILE} = $7
   )`,
);

const UTM = ['source', 'medium', 'campaign', 'term', 'content'].map((name) => `utm_${name}`);

/** Null where somebody is named. */
const withoutNames = (column: string) =>
  `${column} = case when lower(${column}) like any($4) then null else ${column} end`;

/**
 * Those of the audiences once more: there may be new ones. The address of the page may have the name in it; and what
 * others call a session leads to the person there.
 */
const clearSessions = new PreparedWrite(
  'session.erase',
  `update audience_session set
     form_submission_id = case when form_submission_id is not null then 'erased' end,
     form_submission_email = null, form_submission_phone = null, form_submission_linkedin = null,
     interactions = '[]', page_url = null, ${UTM.map(withoutNames).join(', ')},
     analytics_session_id = case
       when analytics_session_id ~ '^visit_[0-9a-z]{26}$' then analytics_session_id else 'erased-' || id end
   where tenant_id = $1 and (id = any($2) or audience_id = any($3))`,
);

/** Sessions stay, for the figures; nothing in them tells who it was. */
@Injectable()
export class SessionEraser implements OnModuleInit, PersonEraser {
  constructor(
    private readonly erasure: PersonErasure,
    private readonly reads: PreparedReads,
    private readonly writes: PreparedWrites,
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
    const found = [traces.of('session'), traces.of('audience'), traces.patterns];
    return { sessions: await this.writes.run(clearSessions, ...found) };
  }
}
