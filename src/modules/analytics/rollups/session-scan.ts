import { Injectable } from '@nestjs/common';
import { PreparedRead, PreparedReads } from '../../../shared/database/records/prepared-reads.js';
import { currentTenant } from '../../../shared/database/transactions/work-context.js';
import { countedColumns, countedSelect, isCounted, type CountedSessionRow } from '../../sessions/index.js';
import { FIGURE_COLUMNS, FIGURES } from '../figures/figures.js';
import { QUARTER_MS } from '../figures/time-buckets.js';
import { deltaOf, inverse, type SessionDelta } from './session-delta.js';

/** Number of sessions in memory at the same time. */
const STEP = 2000;

/** Each has up to 64 KiB of interactions, and one that a client recorded as much as a request may have. */
const STEP_WITH_QUESTIONS = 50;

/** The times between which sessions begin, as PostgreSQL writes them; `to` is exclusive. */
export interface Span {
  from: string;
  to: string;
}

export const ALL_TIME: Span = { from: '-infinity', to: 'infinity' };

interface Detail {
  withQuestions: boolean;
}

const within = (condition: string, detail: Detail) => `
  select ${countedSelect('s', detail)}, null::jsonb as delta from audience_session s
  where s.tenant_id = $1 and ${condition} and s.session_started_at >= $3 and s.session_started_at < $4
    and ${isCounted('s')}`;

/** There is no index on all sessions of a tenant by time, so this goes from page to page. */
const nextPage = (condition: string) => `
  (select s.page_id from audience_session s where s.tenant_id = $1 and ${condition} order by s.page_id limit 1)`;

const sessionsOfTenant = (detail: Detail) => `
  with recursive visited as (
    ${nextPage('s.page_id is not null')}
    union all
    select next.page_id from visited, lateral ${nextPage('s.page_id > visited.page_id')} next
  )
  select session.* from visited, lateral (${within('s.page_id = visited.page_id', detail)} offset 0) as session
  union all ${within('s.page_id is null', detail)}`;

const sessionsOfPageOrAudience = (detail: Detail) =>
  `${within('s.page_id = $2', detail)} union all ${within('s.audience_id = $2', detail)}`;

const deltaOfRow = ({ withQuestions }: Detail) =>
  [
    ...['quarter', 'scopes', 'values'].map((name) => `'${name}', d.${name}`),
    `'asked', ${withQuestions ? 'd.asked' : `'{}'::jsonb`}`,
    ...FIGURES.map((name) => `'${name}', d.${FIGURE_COLUMNS[name]}`),
  ].join(', ');

const DELTA_TIME = `to_timestamp(d.quarter * ${QUARTER_MS / 1000}.0)`;

const deltas = (detail: Detail) => `
  select ${countedColumns.names.map(() => 'null').join(', ')}, jsonb_build_object(${deltaOfRow(detail)})
  from analytics_delta d
  where d.tenant_id = $1 and $2::uuid = any(d.scopes) and ${DELTA_TIME} >= $3 and ${DELTA_TIME} < $4`;

type ScannedRow = CountedSessionRow & { delta: SessionDelta | null };

/** One snapshot: each session is read together with its delta, or neither is. */
function readsOf(detail: Detail) {
  const suffix = detail.withQuestions ? '_with_questions' : '';
  const read = (name: string, sessions: string) =>
    new PreparedRead<ScannedRow>(`${name}${suffix}`, `${sessions} union all ${deltas(detail)}`);
  return {
    ofTenant: read('analytics.scan_tenant', sessionsOfTenant(detail)),
    ofPageOrAudience: read('analytics.scan_scope', sessionsOfPageOrAudience(detail)),
  };
}

const plainReads = readsOf({ withQuestions: false });
const readsWithQuestions = readsOf({ withQuestions: true });

/** Reads the sessions of a scope, whatever their number. */
@Injectable()
export class SessionScan {
  constructor(private readonly reads: PreparedReads) {}

  /**
   * What the rollups contain of these sessions: without the deltas that wait to be added to them. Call it in a unit of
   * work that holds the lock of the rollups.
   */
  async *inRollups(
    scope: string,
    { from, to }: Span,
    { withQuestions }: Detail,
  ): AsyncGenerator<SessionDelta[]> {
    const tenantId = currentTenant();
    const { ofTenant, ofPageOrAudience } = withQuestions ? readsWithQuestions : plainReads;
    const read = scope === tenantId ? ofTenant : ofPageOrAudience;
    const step = withQuestions ? STEP_WITH_QUESTIONS : STEP;
    for await (const rows of this.reads.steps(read, step, scope, from, to))
      yield rows.map((row) =>
        row.delta ? inverse(row.delta) : deltaOf(countedColumns.fromRow(row), tenantId, 1),
      );
  }
}
