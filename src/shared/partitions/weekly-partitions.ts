import type { ClientBase } from 'pg';
import type { Schema } from '../database/orm-options.js';
import { withConnection } from '../database/with-connection.js';
import { currentTransaction } from '../database/work-context.js';

const DAY_MS = 86_400_000;
const WEEK_MS = 7 * DAY_MS;

/** A partition that somebody still reads is waited for, but not for ever: the next run of the job goes on with it. */
const DETACH_TIMEOUT_MS = 600_000;

/** The week of the samples, this one, and two more. */
const ENSURE_AHEAD = `
  select ensure_week($1, moment) from (
    select timestamptz '2024-12-01' as moment
    union all select generate_series(now(), now() + interval '14 days', '7 days')
  ) moments`;

/** Those of a table that end before a moment, also where a run that was killed has detached them and no more. */
const PARTITIONS_BEFORE = `
  select c.relname as name, i.inhrelid is not null as "isAttached", coalesce(i.inhdetachpending, false) as "isPending"
  from pg_class c left join pg_inherits i on i.inhrelid = c.oid
  where c.relnamespace = current_schema()::regnamespace and c.relkind in ('r', 'p')
    and c.relname ~ ('^' || $1 || '_\\d{8}$')
    and right(c.relname, 8) <= to_char(($2::timestamptz - interval '7 days') at time zone 'UTC', 'YYYYMMDD')
  order by c.relname`;

interface Partition {
  name: string;
  isAttached: boolean;
  /** Somebody has begun to detach it, and was interrupted. */
  isPending: boolean;
}

/** So that nobody has to make the next ones in time: `migrate` does it, a job each hour, and whoever finds none. */
export async function ensureWeeksAhead(client: ClientBase, schemas: readonly Schema[]): Promise<void> {
  const tables = schemas.flatMap(({ weekly = [] }) => weekly);
  if (tables.length > 0) await client.query(ENSURE_AHEAD, [tables]);
}

/** The partitions of all tables that have one for each week (decision 68). */
export class WeeklyPartitions {
  /** Weeks that have partitions for certain. */
  private readonly known = new Set<number>();
  private readonly tables: readonly string[];

  constructor(
    private readonly directUrl: string,
    private readonly schemas: readonly Schema[],
  ) {
    this.tables = schemas.flatMap(({ weekly = [] }) => weekly);
  }

  ensureAhead(): Promise<void> {
    return withConnection(this.directUrl, (client) => ensureWeeksAhead(client, this.schemas));
  }

  /** Part of the unit of work. Sent at once, so that what is sent after it finds the partition. */
  async ensure(moment: Date): Promise<void> {
    const week = weekOf(moment);
    if (this.known.has(week)) return;
    const transaction = currentTransaction();
    transaction.afterCommit(() => this.known.add(week));
    await transaction.query({ text: 'select ensure_week($1, $2)', values: [this.tables, moment] });
  }

  /** Drops the weeks that have ended before this moment. Nobody who reads or writes the others waits for it. */
  async dropBefore(moment: Date): Promise<void> {
    const drop = async (client: ClientBase) => {
      // What belongs to events goes before them.
      for (const table of [...this.tables].reverse()) {
        const { rows } = await client.query<Partition>(PARTITIONS_BEFORE, [table, moment]);
        for (const partition of rows) await dropPartition(client, table, partition);
      }
    };
    await withConnection(this.directUrl, drop, { statement_timeout: DETACH_TIMEOUT_MS });
  }
}

async function dropPartition(client: ClientBase, table: string, partition: Partition): Promise<void> {
  const { name, isAttached, isPending } = partition;
  const how = isPending ? 'finalize' : 'concurrently';
  if (isAttached) await client.query(`alter table ${table} detach partition ${name} ${how}`);
  await client.query(`drop table ${name}`);
}

/** Weeks begin on Mondays in UTC; the first of 1970 was the fifth day. */
const weekOf = (moment: Date): number => Math.floor((moment.getTime() - 4 * DAY_MS) / WEEK_MS);
