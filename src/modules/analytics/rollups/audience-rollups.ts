import { Injectable } from '@nestjs/common';
import { PreparedRead, PreparedReads } from '../../../shared/database/records/prepared-reads.js';
import { PreparedWrite, PreparedWrites } from '../../../shared/database/records/prepared-writes.js';

/**
 * An audience has rollups of its own once it has more sessions than this. Until then, its figures are counted from its
 * sessions, because rollups of one session take 30 times as much space as the session (decision 86).
 */
export const MAX_SESSIONS_WITHOUT_ROLLUPS = 100;

/**
 * SQL condition: whether a scope has rollups. All scopes have totals. Those that are not complete do not count: a worker
 * of the previous release added them while this one already ran.
 */
export const hasRollups = (scope: string) =>
  `exists (select from analytics_total r where r.tenant_id = $1 and r.scope = ${scope} and r.is_complete)`;

const withRollups = new PreparedRead<{ id: string }>(
  'analytics.audiences_with_rollups',
  `select audience.id from unnest($2::uuid[]) as audience (id) where ${hasRollups('audience.id')}`,
);

const sessionsOf = `
  select s.* from audience_session s where s.tenant_id = $1 and s.audience_id = audience.id
  limit ${MAX_SESSIONS_WITHOUT_ROLLUPS + 1}`;

const withManySessions = new PreparedRead<{ id: string }>(
  'analytics.audiences_with_many_sessions',
  `select audience.id from unnest($2::uuid[]) as audience (id)
   where (select count(*) from (${sessionsOf}) as sessions) > ${MAX_SESSIONS_WITHOUT_ROLLUPS}`,
);

/**
 * The questions of erased persons still count, and only rollups contain them. The sessions of such persons have a number
 * of questions, but no interactions. Scopes that are no audience have no sessions here.
 */
const replaceable = new PreparedRead<{ id: string }>(
  'analytics.replaceable_rollups',
  `select audience.id from unnest($2::uuid[]) as audience (id) cross join lateral (
     select count(*) as sessions, bool_or(questions_asked_count > 0 and interactions = '[]') as has_erased_questions
     from (${sessionsOf}) as s
   ) as counted
   where sessions between 1 and ${MAX_SESSIONS_WITHOUT_ROLLUPS} and not has_erased_questions`,
);

const removeTotals = new PreparedWrite(
  'analytics_total.remove',
  'delete from analytics_total where tenant_id = $1 and scope = any($2)',
);

const removeBreakdowns = new PreparedWrite(
  'analytics_breakdown.remove',
  'delete from analytics_breakdown where tenant_id = $1 and scope = any($2)',
);

/** Which audiences have rollups of their own. */
@Injectable()
export class AudienceRollups {
  constructor(
    private readonly reads: PreparedReads,
    private readonly writes: PreparedWrites,
  ) {}

  async existing(audienceIds: readonly string[]): Promise<Set<string>> {
    return new Set(await this.idsIn(withRollups, audienceIds));
  }

  /** The audiences that have too many sessions to count them each time. */
  needed(audienceIds: readonly string[]): Promise<string[]> {
    return this.idsIn(withManySessions, audienceIds);
  }

  /**
   * Some of these scopes are audiences with few sessions. Removes their rollups if the sessions have the same figures:
   * reads then count the sessions.
   */
  async removeNeedless(scopes: readonly string[]): Promise<void> {
    const audienceIds = await this.idsIn(replaceable, scopes);
    if (audienceIds.length > 0) await this.remove(audienceIds);
  }

  async remove(audienceIds: readonly string[]): Promise<void> {
    await this.writes.run(removeTotals, audienceIds);
    await this.writes.run(removeBreakdowns, audienceIds);
  }

  private async idsIn(read: PreparedRead<{ id: string }>, ids: readonly string[]): Promise<string[]> {
    return ids.length > 0 ? (await this.reads.all(read, ids)).map(({ id }) => id) : [];
  }
}
