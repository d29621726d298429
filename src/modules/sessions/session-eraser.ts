import { Injectable, type OnModuleInit } from '@nestjs/common';
import type { RecordOf } from '../../shared/database/records/column-map.js';
import { detached } from '../../shared/database/records/detached.js';
import { PreparedRead, PreparedReads } from '../../shared/database/records/prepared-reads.js';
import { PreparedWrite, PreparedWrites } from '../../shared/database/records/prepared-writes.js';
import { Events } from '../../shared/events/events.js';
import { wireId } from '../../shared/kernel/ids.js';
import { PersonalTables } from '../../shared/personal-data/personal-tables.js';
import { ComputedSessions } from './computed-sessions.js';
import { sessionIds } from './dto/session-reads.js';
import { sessionTable, storedColumns, type StoredSession } from './entities/session-columns.js';
import { Session } from './entities/session.entity.js';
import { changedColumns, updateSession } from './session-writes.js';
import { PersonErasure, type FoundTraces, type PersonEraser, type PersonTraces } from '../crm/index.js';

type StoredRow = RecordOf<typeof storedColumns>;

/** Number of sessions in memory at the same time: their interactions are large. */
const STEP = 50;

const SESSION = `select id, analytics_session_id as "analyticsSessionId" from audience_session`;
const COLUMNS = storedColumns.select('audience_session');

/** Matches by the audience, by the visit, by the form, or by data that identifies the visitor. */
export const sessionsOfPerson = new PreparedRead<{ id: string; analyticsSessionId: string }>(
  'session.of_person',
  `${SESSION} where tenant_id = $1 and audience_id = any($2)
   union ${SESSION} where tenant_id = $1 and analytics_session_id = any($3)
   union ${SESSION} where tenant_id = $1 and form_submission_id = any($4)
   union ${SESSION} where tenant_id = $1 and ${sessionTable.mentions('$5::bigint[]')}
     and ${sessionTable.identifies('$5::bigint[]')}`,
);

/** Sessions whose sender has the address, number or profile of the person. Others may use the same. */
export const countUnlinked = new PreparedRead<{ count: number }>(
  'session.count_unlinked',
  `select count(*)::int from audience_session
   where tenant_id = $1 and id = any($2) and coalesce(audience_id <> all($3), true)
     and coalesce(form_submission_id <> all($4), true)`,
);

/** By audience again: there may be new sessions. */
export const sessionsToErase = new PreparedRead<{ id: string }>(
  'session.to_erase',
  `select id from audience_session where tenant_id = $1 and (id = any($2) or audience_id = any($3)) order by id`,
);

export const lockSessions = new PreparedRead<StoredRow>(
  'session.lock_erased',
  `select ${COLUMNS} from audience_session where tenant_id = $1 and id = any($2) order by id for update`,
);

const storedSessions = new PreparedRead<StoredRow>(
  'session.erased',
  `select ${COLUMNS} from audience_session where tenant_id = $1 and id = any($2)`,
);

const clearSessions = new PreparedWrite(
  'session.erase',
  `update audience_session set ${sessionTable.erasing('$3')} where tenant_id = $1 and id = any($2) returning ${COLUMNS}`,
);

/** Found before they are ordered: else the server may walk through all sessions in the order of their ids. */
export const lockMentions = new PreparedRead<{ id: string }>(
  'session.lock_mentions',
  `select id from audience_session
   where tenant_id = $1 and id = any(array(
     select id from audience_session where tenant_id = $1 and ${sessionTable.mentions('$2::bigint[]')} limit $3
   ))
   order by id for update`,
);

const clearMentions = new PreparedWrite(
  'session.erase_mentions',
  `update audience_session set ${sessionTable.erasingMentions('$3::bigint[]')}
   where tenant_id = $1 and id = any($2) returning ${COLUMNS}`,
);

/** Keeps sessions for the figures, and removes all identifying data from them. */
@Injectable()
export class SessionEraser implements OnModuleInit, PersonEraser {
  constructor(
    private readonly erasure: PersonErasure,
    private readonly tables: PersonalTables,
    private readonly reads: PreparedReads,
    private readonly writes: PreparedWrites,
    private readonly computed: ComputedSessions,
    private readonly events: Events,
  ) {}

  onModuleInit(): void {
    this.erasure.onErase(this);
    this.tables.eraseWith(sessionTable, (hashes, limit) => this.eraseMentions(hashes, limit));
  }

  async find(traces: PersonTraces): Promise<FoundTraces> {
    const rows = await this.reads.all(
      sessionsOfPerson,
      ...[traces.of('audience'), traces.of('analyticsSession'), submissionsOf(traces), traces.hashes],
    );
    return {
      session: rows.map(({ id }) => id),
      analyticsSession: rows.map(({ analyticsSessionId }) => analyticsSessionId),
    };
  }

  async countUnlinked(traces: PersonTraces): Promise<number> {
    const { count } = (await this.reads.one(
      countUnlinked,
      ...[traces.of('session'), traces.of('audience'), submissionsOf(traces)],
    ))!;
    return count;
  }

  /** In the order of the ids, like every lock of several sessions. */
  async erase(traces: PersonTraces): Promise<{ sessions: number }> {
    const found = await this.reads.all(sessionsToErase, traces.of('session'), traces.of('audience'));
    const { patterns } = traces;
    for (const ids of stepsOf(found)) await this.eraseSome(ids, patterns);
    return { sessions: found.length };
  }

  private async eraseSome(ids: readonly string[], patterns: readonly string[]): Promise<void> {
    const before = await this.reads.all(lockSessions, ids);
    await this.finish(before.filter(({ computationStatus }) => computationStatus === 'pending'));
    await this.report(before, await this.writes.returning<StoredRow>(clearSessions, ids, patterns), patterns);
  }

  /** The visits and jobs of these sessions are erased, so nobody else would compute them. */
  private async finish(pending: readonly StoredRow[]): Promise<void> {
    for (const row of pending) {
      const session = detached(Session, valuesOf(row));
      session.finish();
      await this.writes.run(updateSession, session.id, null, ...changedColumns.toParams(session));
    }
  }

  private async eraseMentions(hashes: readonly string[], limit: number): Promise<number> {
    const locked = await this.reads.all(lockMentions, hashes, limit);
    for (const ids of stepsOf(locked)) {
      const before = await this.reads.all(storedSessions, ids);
      await this.report(before, await this.writes.returning<StoredRow>(clearMentions, ids, hashes), null);
    }
    return locked.length;
  }

  private async report(
    before: readonly StoredRow[],
    after: readonly StoredRow[],
    patterns: readonly string[] | null,
  ): Promise<void> {
    await this.computed.erase({ before: before.map(valuesOf), after: after.map(valuesOf), patterns });
    const pending = new Set(before.flatMap((row) => (row.computationStatus === 'pending' ? row.id : [])));
    for (const row of after) {
      const { computationStatus } = row;
      if (!pending.has(row.id) || computationStatus === 'pending') continue;
      this.events.record({ type: 'session.computed', ...sessionIds(row), computationStatus });
    }
  }
}

function stepsOf(rows: readonly { id: string }[]): string[][] {
  const ids = rows.map(({ id }) => id);
  return Array.from({ length: Math.ceil(ids.length / STEP) }, (_, at) =>
    ids.slice(at * STEP, (at + 1) * STEP),
  );
}

function submissionsOf(traces: PersonTraces): string[] {
  return traces.of('submission').map((uuid) => wireId('submission', uuid));
}

function valuesOf(row: StoredRow): StoredSession {
  return storedColumns.fromRow(row);
}
