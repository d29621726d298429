import { Injectable } from '@nestjs/common';
import { PreparedRead, PreparedReads } from '../../../shared/database/prepared-reads.js';
import { PreparedWrite, PreparedWrites } from '../../../shared/database/prepared-writes.js';
import { NO_QUARTERS, withChanges, type DayQuarters } from './day-quarters.js';
import { OTHER_VALUES } from './dimensions.js';
import { sumOf, type Figures } from './figures.js';
import { ROLLUP_DAYS } from './period-parts.js';
import { withinRoom, type DayChanges, type DayGroup } from './rollup-changes.js';

const GROUPS = `unnest($2::uuid[], $3::text[], $4::int[], $5::text[]) as wanted (scope, dimension, day, value)`;

const knownDays = new PreparedRead<DayGroup & DayQuarters & { value: string }>(
  'analytics_rollup.days',
  `select r.scope, r.dimension, r.day, r.value, r.quarters, r.running::float8[] as running
   from ${GROUPS} cross join lateral (
     select * from analytics_rollup r
     where r.tenant_id = $1 and r.scope = wanted.scope and r.dimension = wanted.dimension and r.days = 1
       and r.day = wanted.day and r.value = wanted.value offset 0
   ) as r`,
);

const valueCounts = new PreparedRead<DayGroup & { count: number }>(
  'analytics_rollup.value_counts',
  `select wanted.scope, wanted.dimension, wanted.day, found.count
   from unnest($2::uuid[], $3::text[], $4::int[]) as wanted (scope, dimension, day) cross join lateral (
     select count(*)::int as count from analytics_rollup r
     where r.tenant_id = $1 and r.scope = wanted.scope and r.dimension = wanted.dimension and r.days = 1
       and r.day = wanted.day
   ) as found`,
);

const addRollups = new PreparedWrite(
  'analytics_rollup.add',
  `insert into analytics_rollup as r (tenant_id, scope, dimension, days, day, value, visits, engaged_ms, bounces,
     conversions, questions, quarters, running)
   select $1, scope, dimension, days, day, value, visits, "engagedMs", bounces, conversions, questions, quarters, running
   from json_to_recordset($2) as added (scope uuid, dimension text, days smallint, day int, value text, visits int,
     "engagedMs" bigint, bounces int, conversions int, questions int, quarters smallint[], running bigint[])
   on conflict (tenant_id, scope, dimension, days, day, value) do update set
     visits = r.visits + excluded.visits, engaged_ms = r.engaged_ms + excluded.engaged_ms,
     bounces = r.bounces + excluded.bounces, conversions = r.conversions + excluded.conversions,
     questions = r.questions + excluded.questions, quarters = excluded.quarters, running = excluded.running`,
);

interface Rollup extends DayGroup, Figures {
  days: number;
  value: string;
}

/** The rollups. Only one caller of a tenant may change them at a time, in a unit of work. */
@Injectable()
export class RollupStore {
  constructor(
    private readonly reads: PreparedReads,
    private readonly writes: PreparedWrites,
  ) {}

  async add(changes: readonly DayChanges[]): Promise<void> {
    const known = await this.knownDays(changes);
    const counts = await this.valueCounts(changes.filter((group) => hasNewValues(group, known)));
    const kept = changes.map((group) =>
      withinRoom(group, knownValues(group, known), counts.get(keyOf(group)) ?? 0),
    );
    const days = kept.flatMap((group) => dayRollups(group, known));
    await this.writes.run(addRollups, JSON.stringify([...days, ...coarseRollups(days)]));
  }

  private async knownDays(changes: readonly DayChanges[]): Promise<Map<string, DayQuarters>> {
    const keys = changes.flatMap(({ values, ...group }) =>
      [OTHER_VALUES, ...values.keys()].map((value) => ({ ...group, value })),
    );
    const rows = await this.reads.all(
      knownDays,
      ...columnsOf(keys),
      keys.map(({ value }) => value),
    );
    return new Map(rows.map((row) => [keyOf(row, row.value), row]));
  }

  private async valueCounts(groups: readonly DayGroup[]): Promise<Map<string, number>> {
    const rows = groups.length > 0 ? await this.reads.all(valueCounts, ...columnsOf(groups)) : [];
    return new Map(rows.map((row) => [keyOf(row), row.count]));
  }
}

function columnsOf(groups: readonly DayGroup[]): [string[], string[], number[]] {
  return [
    groups.map(({ scope }) => scope),
    groups.map(({ dimension }) => dimension),
    groups.map(({ day }) => day),
  ];
}

function keyOf({ scope, dimension, day }: DayGroup, value = ''): string {
  return `${scope} ${dimension} ${day} ${value}`;
}

function knownValues(group: DayChanges, known: ReadonlyMap<string, DayQuarters>): Set<string> {
  return new Set([OTHER_VALUES, ...group.values.keys()].filter((value) => known.has(keyOf(group, value))));
}

/** Whether it must be known how much room there is for values. */
function hasNewValues(group: DayChanges, known: ReadonlyMap<string, DayQuarters>): boolean {
  const values = knownValues(group, known);
  return !values.has(OTHER_VALUES) && values.size < group.values.size;
}

function dayRollups({ values, ...group }: DayChanges, known: ReadonlyMap<string, DayQuarters>): Rollup[] {
  return [...values].map(([value, quarters]) => ({
    ...{ ...group, days: 1, value },
    ...sumOf([...quarters.values()]),
    ...withChanges(known.get(keyOf(group, value)) ?? NO_QUARTERS, quarters),
  }));
}

/** The same changes in the rows of several days. */
function coarseRollups(rollups: readonly Rollup[]): Rollup[] {
  return ROLLUP_DAYS.slice(1).flatMap((days) => {
    const sums = new Map<string, Rollup>();
    for (const rollup of rollups) {
      const { scope, dimension, value } = rollup;
      const group = { scope, dimension, day: rollup.day - (rollup.day % days) };
      const key = keyOf(group, value);
      const known = sums.get(key);
      sums.set(key, { ...group, days, value, ...sumOf(known ? [known, rollup] : [rollup]) });
    }
    return [...sums.values()];
  });
}
