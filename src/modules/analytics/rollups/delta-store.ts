import { Injectable, type OnModuleInit } from '@nestjs/common';
import { PreparedWrite, PreparedWrites } from '../../../shared/database/records/prepared-writes.js';
import { currentTenant } from '../../../shared/database/transactions/work-context.js';
import { newUuid } from '../../../shared/kernel/ids.js';
import { SessionsApi, type StoredSession } from '../../sessions/index.js';
import { deltaOf, type SessionDelta } from './session-delta.js';

const insertDelta = PreparedWrite.insert('analytics_delta', [
  ...['id', 'quarter', 'scopes', 'values', 'asked'],
  ...['visits', 'engaged_ms', 'bounces', 'conversions', 'questions'],
]);

const takeDeltas = new PreparedWrite(
  'analytics_delta.take',
  `delete from analytics_delta
   where tenant_id = $1 and id = any (array(
     select id from analytics_delta where tenant_id = $1 order by id limit $2
   ))
   returning quarter, scopes, values, asked, visits, engaged_ms::float8 as "engagedMs", bounces, conversions, questions`,
);

/**
 * The changes of the rollups that are not applied yet. A computation only appends a delta, so concurrent computations
 * do not wait for each other.
 */
@Injectable()
export class DeltaStore implements OnModuleInit {
  constructor(
    private readonly sessions: SessionsApi,
    private readonly writes: PreparedWrites,
  ) {}

  onModuleInit(): void {
    this.sessions.onComputed((before, after) => this.append(before, after));
  }

  /** Deletes the `count` oldest deltas and returns them. Call it in a unit of work. */
  take(count: number): Promise<SessionDelta[]> {
    return this.writes.returning<SessionDelta>(takeDeltas, count);
  }

  private async append(before: StoredSession | undefined, after: StoredSession | undefined): Promise<void> {
    const tenantId = currentTenant();
    if (before) await this.insert(deltaOf(before, tenantId, -1));
    if (after) await this.insert(deltaOf(after, tenantId, 1));
  }

  private async insert({ quarter, scopes, values, asked, ...figures }: SessionDelta): Promise<void> {
    const { visits, engagedMs, bounces, conversions, questions } = figures;
    await this.writes.run(
      insertDelta,
      ...[newUuid(), quarter, scopes, values, asked],
      ...[visits, engagedMs, bounces, conversions, questions],
    );
  }
}
