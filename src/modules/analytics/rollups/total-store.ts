import { Injectable } from '@nestjs/common';
import { PreparedRead, PreparedReads } from '../../../shared/database/records/prepared-reads.js';
import { PreparedWrite, PreparedWrites } from '../../../shared/database/records/prepared-writes.js';
import { NO_QUARTERS, withChanges, type DayQuarters } from './day-quarters.js';
import { addFigures, NO_FIGURES, sumOf, type Figures } from '../figures/figures.js';
import { sumFor } from './packed-figures.js';
import { QUARTERS_A_DAY, TOTAL_DAYS } from './period-parts.js';
import type { SessionDelta } from './session-delta.js';

const knownDays = new PreparedRead<DayQuarters & { scope: string; day: number }>(
  'analytics_total.days',
  `select t.scope, t.day, t.quarters, t.running::float8[] as running
   from unnest($2::uuid[], $3::int[]) as wanted (scope, day) cross join lateral (
     select * from analytics_total t
     where t.tenant_id = $1 and t.scope = wanted.scope and t.days = 1 and t.day = wanted.day offset 0
   ) as t`,
);

const addTotals = new PreparedWrite(
  'analytics_total.add',
  `insert into analytics_total as t (tenant_id, scope, days, day, visits, engaged_ms, bounces, conversions, questions,
     quarters, running, is_complete)
   select $1, scope, days, day, visits, "engagedMs", bounces, conversions, questions, quarters, running, true
   from json_to_recordset($2) as added (scope uuid, days smallint, day int, visits int, "engagedMs" bigint, bounces int,
     conversions int, questions int, quarters smallint[], running bigint[])
   on conflict (tenant_id, scope, days, day) do update set
     visits = t.visits + excluded.visits, engaged_ms = t.engaged_ms + excluded.engaged_ms,
     bounces = t.bounces + excluded.bounces, conversions = t.conversions + excluded.conversions,
     questions = t.questions + excluded.questions, quarters = excluded.quarters, running = excluded.running`,
);

/** The changes of one day. */
interface DayChange {
  scope: string;
  day: number;
  quarters: Map<number, Figures>;
}

/** The totals. Only one caller of a tenant may change them at a time, in a unit of work. */
@Injectable()
export class TotalStore {
  constructor(
    private readonly reads: PreparedReads,
    private readonly writes: PreparedWrites,
  ) {}

  async add(deltas: readonly SessionDelta[]): Promise<void> {
    const changes = changesIn(deltas);
    const scopes = changes.map(({ scope }) => scope);
    const days = changes.map(({ day }) => day);
    const rows = await this.reads.all(knownDays, scopes, days);
    const known = new Map(rows.map((row) => [`${row.scope} ${row.day}`, row]));
    const changed = changes.map(({ scope, day, quarters }) => ({
      ...{ scope, day, days: 1, ...sumOf(quarters.values()) },
      ...withChanges(known.get(`${scope} ${day}`) ?? NO_QUARTERS, quarters),
    }));
    await this.writes.run(addTotals, JSON.stringify([...changed, ...ofSeveralDays(changed)]));
  }
}

function changesIn(deltas: readonly SessionDelta[]): DayChange[] {
  const changes = new Map<string, DayChange>();
  for (const delta of deltas) {
    const day = Math.floor(delta.quarter / QUARTERS_A_DAY);
    for (const scope of delta.scopes) {
      const key = `${scope} ${day}`;
      const change = changes.get(key) ?? { scope, day, quarters: new Map<number, Figures>() };
      addFigures(sumFor(change.quarters, delta.quarter - day * QUARTERS_A_DAY), delta);
      changes.set(key, change);
    }
  }
  return [...changes.values()];
}

interface DayTotal extends Figures {
  scope: string;
  days: number;
  day: number;
}

/** The same changes in the rows of several days. */
function ofSeveralDays(totals: readonly DayTotal[]): DayTotal[] {
  return TOTAL_DAYS.slice(1).flatMap((days) => {
    const sums = new Map<string, DayTotal>();
    for (const total of totals) {
      const { scope } = total;
      const day = total.day - (total.day % days);
      const sum = sums.get(`${scope} ${day}`) ?? { scope, days, day, ...NO_FIGURES };
      addFigures(sum, total);
      sums.set(`${scope} ${day}`, sum);
    }
    return [...sums.values()];
  });
}
