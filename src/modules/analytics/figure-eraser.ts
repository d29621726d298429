import { Injectable, type OnModuleInit } from '@nestjs/common';
import { PreparedWrite, PreparedWrites } from '../../shared/database/records/prepared-writes.js';
import { TenantLock } from '../../shared/database/transactions/tenant-lock.js';
import { currentTenant } from '../../shared/database/transactions/work-context.js';
import { SessionsApi, type ErasedSessions, type StoredSession } from '../sessions/index.js';
import { AudienceRollups } from './rollups/audience-rollups.js';
import { DeltaStore } from './rollups/delta-store.js';
import { RollupStore } from './rollups/rollup-store.js';
import { deltaOf, type SessionDelta } from './rollups/session-delta.js';
import { ERASED_VALUE } from './rollups/value-numbers.js';

const BATCH = 1000;
const ANY_TEXT = ['%'];

const forgetValues = new PreparedWrite(
  'analytics_value.erase',
  `update analytics_value set value = ${ERASED_VALUE}
   where tenant_id = $1 and value = any($2) and lower(value) like any($3)`,
);

/**
 * Questions and campaigns may contain the name of an erased person. Corrects the figures at once, including the deltas
 * that wait to be added, because these may contain the name, too.
 */
@Injectable()
export class FigureEraser implements OnModuleInit {
  constructor(
    private readonly sessions: SessionsApi,
    private readonly tenantLock: TenantLock,
    private readonly deltas: DeltaStore,
    private readonly audiences: AudienceRollups,
    private readonly rollups: RollupStore,
    private readonly writes: PreparedWrites,
  ) {}

  onModuleInit(): void {
    this.sessions.onErased((erased) => this.correct(erased));
  }

  private async correct({ before, after, patterns }: ErasedSessions): Promise<void> {
    const removed = deltasOf(before, -1);
    const added = deltasOf(withQuestions(after, before), 1);
    await this.tenantLock.acquire('analytics');
    const asking = [...new Set(added.filter(hasAsked).map(({ values }) => values.audience))].filter(Boolean);
    const existing = await this.audiences.existing(asking);
    const withoutRollups = [
      ...(await this.addWaiting()),
      ...(await this.rollups.addToExisting([...removed, ...added])),
    ];
    // The sessions are erased already, so rollups are created after all deltas are added.
    await this.rollups.createNeeded([...new Set(withoutRollups)]);
    // Only rollups can count questions that no session contains any more.
    const lost = [...added, ...deltasOf(after, -1)];
    for (const id of asking)
      if (!existing.has(id))
        await this.rollups.addTo(
          id,
          lost.filter(({ values }) => values.audience === id),
        );
    // Also texts that the index of mentioned persons does not have yet, or that are cut within an address.
    const values = textsOf([...removed, ...added]);
    const kept = patterns ? new Set<string>() : textsOf(deltasOf(after, 1));
    const forgotten = [...values].filter((value) => !kept.has(value));
    await this.writes.run(forgetValues, forgotten, patterns ?? ANY_TEXT);
  }

  /** Returns the audiences without rollups. */
  private async addWaiting(): Promise<string[]> {
    const audienceIds = new Set<string>();
    for (let count = BATCH; count === BATCH;) {
      const batch = await this.deltas.take(BATCH);
      for (const id of await this.rollups.addToExisting(batch)) audienceIds.add(id);
      count = batch.length;
    }
    return [...audienceIds];
  }
}

/** Erased sessions lose their questions. The questions still count: without a name they do not identify anybody. */
function withQuestions(after: readonly StoredSession[], before: readonly StoredSession[]): StoredSession[] {
  const known = new Map(before.map(({ id, interactions }) => [id, interactions]));
  return after.map((session) => ({ ...session, interactions: known.get(session.id) ?? [] }));
}

function textsOf(deltas: readonly SessionDelta[]): Set<string> {
  return new Set(deltas.flatMap(({ values, asked }) => [...Object.values(values), ...Object.keys(asked)]));
}

function hasAsked({ asked }: SessionDelta): boolean {
  return Object.keys(asked).length > 0;
}

function deltasOf(sessions: readonly StoredSession[], sign: 1 | -1): SessionDelta[] {
  const counted = sessions.filter(({ computationStatus }) => computationStatus === 'completed');
  return counted.map((session) => deltaOf(session, currentTenant(), sign));
}
