import { Injectable } from '@nestjs/common';
import { PreparedRead, PreparedReads } from '../../../shared/database/records/prepared-reads.js';
import { currentTenant } from '../../../shared/database/transactions/work-context.js';
import { countedColumns, isCounted, type CountedSessionRow } from '../../sessions/index.js';
import { FIGURE_COLUMNS, FIGURES } from '../figures/figures.js';
import { deltaOf, inverse, type SessionDelta } from './session-delta.js';

const STEP = 2000;

/** The times between which sessions begin, as PostgreSQL writes them; `to` is exclusive. */
export interface Span {
  from: string;
  to: string;
}

export const ALL_TIME: Span = { from: '-infinity', to: 'infinity' };

const within = (condition: string) => `
  select ${countedColumns.select('s')}, null::jsonb as delta from audience_session s
  where s.tenant_id = $1 and ${condition} and s.session_started_at >= $3 and s.session_started_at < $4
    and ${isCounted('s')}`;

/** There is no index on all sessions of a tenant by time, so this goes from page to page. */
const nextPage = (condition: string) => `
  (select s.page_id from audience_session s where s.tenant_id = $1 and ${condition} order by s.page_id limit 1)`;

const SESSIONS_OF_TENANT = `
  with recursive visited as (
    ${nextPage('s.page_id is not null')}
    union all
    select next.page_id from visited, lateral ${nextPage('s.page_id > visited.page_id')} next
  )
  select session.* from visited, lateral (${within('s.page_id = visited.page_id')} offset 0) as session
  union all ${within('s.page_id is null')}`;

const SESSIONS_OF_PAGE_OR_AUDIENCE = `${within('s.page_id = $2')} union all ${within('s.audience_id = $2')}`;

const delta = [
  ...['quarter', 'scopes', 'values', 'asked'].map((name) => `'${name}', d.${name}`),
  ...FIGURES.map((name) => `'${name}', d.${FIGURE_COLUMNS[name]}`),
].join(', ');

const DELTAS = `
  select ${countedColumns.names.map(() => 'null').join(', ')}, jsonb_build_object(${delta}) from analytics_delta d
  where d.tenant_id = $1 and $2::uuid = any(d.scopes) and to_timestamp(d.quarter * 900.0) >= $3
    and to_timestamp(d.quarter * 900.0) < $4`;

type ScannedRow = CountedSessionRow & { delta: SessionDelta | null };

/** One snapshot: each session is read together with its delta, or neither is. */
const ofTenant = new PreparedRead<ScannedRow>(
  'analytics.scan_tenant',
  `${SESSIONS_OF_TENANT} union all ${DELTAS}`,
);
const ofPageOrAudience = new PreparedRead<ScannedRow>(
  'analytics.scan_scope',
  `${SESSIONS_OF_PAGE_OR_AUDIENCE} union all ${DELTAS}`,
);

/** Reads the sessions of a scope, whatever their number. */
@Injectable()
export class SessionScan {
  constructor(private readonly reads: PreparedReads) {}

  /**
   * What the rollups contain of these sessions: without the deltas that wait to be added to them. Call it in a unit of
   * work that holds the lock of the rollups.
   */
  async *inRollups(scope: string, { from, to }: Span): AsyncGenerator<SessionDelta[]> {
    const tenantId = currentTenant();
    const read = scope === tenantId ? ofTenant : ofPageOrAudience;
    for await (const rows of this.reads.steps(read, STEP, scope, from, to))
      yield rows.map((row) =>
        row.delta ? inverse(row.delta) : deltaOf(countedColumns.fromRow(row), tenantId, 1),
      );
  }
}
