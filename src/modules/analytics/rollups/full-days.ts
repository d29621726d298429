import { Injectable } from '@nestjs/common';
import { PreparedRead, PreparedReads } from '../../../shared/database/records/prepared-reads.js';
import { PreparedWrite, PreparedWrites } from '../../../shared/database/records/prepared-writes.js';
import { clock } from '../../../shared/kernel/clock.js';
import { DAY_MS, HOUR_MS } from '../../../shared/kernel/durations.js';
import { DIMENSIONS, type Dimension } from '../figures/dimensions.js';
import type { BreakdownRow } from './breakdown-rows.js';
import { ENTRY_BYTES } from './packed-figures.js';
import { QUARTERS_A_DAY } from './period-parts.js';
import { MAX_VALUES } from './value-limit.js';

/** A breakdown of a day in which some values are not kept separate. */
export interface FullDay {
  scope: string;
  dimension: Dimension;
  /** Counted in UTC from 1970. */
  day: number;
}

/** Most visits that begin shortly before midnight are computed by then. */
const SETTLED_AFTER_MS = 2 * HOUR_MS;

type DayRow = Pick<BreakdownRow, 'scope' | 'dimension' | 'quarter'>;

const noteDays = new PreparedWrite(
  'analytics_full_day.note',
  `insert into analytics_full_day (tenant_id, scope, dimension, day, due_at)
   select $1, * from unnest($2::uuid[], $3::text[], $4::int[], $5::timestamptz[])
   on conflict (tenant_id, scope, dimension, day) do nothing`,
);

export const TENANTS_WITH_DUE_DAYS = `
  select id as "tenantId" from tenant t
  where exists (select from analytics_full_day f where f.tenant_id = t.id and f.due_at <= $1)`;

const nextDay = new PreparedRead<FullDay>(
  'analytics_full_day.next',
  `select scope, dimension, day from analytics_full_day where tenant_id = $1 and due_at <= $2
   order by due_at, scope, dimension, day limit 1`,
);

const removeDay = new PreparedWrite(
  'analytics_full_day.remove',
  'delete from analytics_full_day where tenant_id = $1 and scope = $2 and dimension = $3 and day = $4',
);

/** One more value than fits: all others. */
const storedDays = new PreparedRead<DayRow>(
  'analytics_full_day.stored',
  `select day.scope, day.dimension, day.quarter
   from unnest($2::uuid[]) as scope, unnest($3::text[]) as dimension, lateral (
     select b.scope, b.dimension, b.quarter from analytics_breakdown b
     where b.tenant_id = $1 and b.scope = scope.scope and b.dimension = dimension.dimension
       and b.quarters = ${QUARTERS_A_DAY} and octet_length(b.figures) > ${MAX_VALUES * ENTRY_BYTES} offset 0
   ) as day`,
);

/** The full days that wait to be rebuilt. */
@Injectable()
export class FullDays {
  constructor(
    private readonly reads: PreparedReads,
    private readonly writes: PreparedWrites,
  ) {}

  /**
   * A day is due once it is over. If late visits still find no room in it, it is due again on the next day, so that it
   * is not rebuilt for each of them.
   */
  async note(rows: readonly DayRow[], soonest = today() + 1): Promise<void> {
    if (rows.length === 0) return;
    const days = rows.map(({ quarter }) => quarter / QUARTERS_A_DAY);
    const due = days.map((day) => new Date(Math.max(day + 1, soonest) * DAY_MS + SETTLED_AFTER_MS));
    const [scopes, dimensions] = [rows.map(({ scope }) => scope), rows.map(({ dimension }) => dimension)];
    await this.writes.run(noteDays, scopes, dimensions, days, due);
  }

  /** Notes the days of these scopes that were full before full days were noted. */
  async noteStored(scopes: readonly string[]): Promise<void> {
    await this.note(await this.reads.all(storedDays, scopes, DIMENSIONS), 0);
  }

  /** The day that is due first. */
  next(): Promise<FullDay | undefined> {
    return this.reads.one(nextDay, clock.now());
  }

  async remove({ scope, dimension, day }: FullDay): Promise<void> {
    await this.writes.run(removeDay, scope, dimension, day);
  }
}

function today(): number {
  return Math.floor(clock.now().getTime() / DAY_MS);
}
