import type { ClientBase } from 'pg';
import { withConnection } from '../database/with-connection.js';
import { currentTransaction } from '../database/work-context.js';
import { momentOfUuid } from '../kernel/ids.js';

const DAY_MS = 86_400_000;
const WEEK_MS = 7 * DAY_MS;

/** For whoever still reads an old week. What is not done by then is done by the next run of the job. */
const LIMITS = `set lock_timeout = '30s'; set statement_timeout = '10min'`;

/** The week of the samples, this one, and two more. */
const ENSURE_AHEAD = `
  select ensure_week($1, moment) from (
    select timestamptz '2024-12-01Z' as moment
    union all select generate_series(now(), now() + interval '14 days', '7 days')
  ) moments`;

/** On a table that was detached to be dropped. Others of such a name are not ours. */
const TO_BE_DROPPED = 'Foyer has detached this table, and drops it.';

/** Those of a table that end before a moment, also where a run that was killed has detached them and no more. */
const PARTITIONS_BEFORE = `
  select c.relname as name, i.inhrelid is not null as "isAttached", coalesce(i.inhdetachpending, false) as "isPending"
  from pg_class whole join pg_class c
    on c.relnamespace = whole.relnamespace and c.relkind in ('r', 'p') and c.relname ~ ('^' || $1 || '_week_\\d{8}$')
    left join pg_inherits i on i.inhrelid = c.oid and i.inhparent = whole.oid
  where whole.oid = $1::regclass
    and (i.inhrelid is not null or obj_description(c.oid, 'pg_class') = '${TO_BE_DROPPED}')
    and right(c.relname, 8) <= to_char(($2::timestamptz - interval '168 hours') at time zone 'UTC', 'YYYYMMDD')
  order by c.relname`;

interface Partition {
  name: string;
  isAttached: boolean;
  /** Somebody has begun to detach it, and was interrupted. */
  isPending: boolean;
}

/** So that nobody has to make the next ones in time: `migrate` does it, a job each hour, and whoever finds none. */
export async function ensureWeeksAhead(client: ClientBase, tables: readonly string[]): Promise<void> {
  if (tables.length > 0) await client.query(ENSURE_AHEAD, [tables]);
}

/** The partitions of all tables that have one for each week (decision 68). */
export class WeeklyPartitions {
  /** Weeks that have partitions for certain. */
  private readonly known = new Set<number>();

  constructor(
    private readonly directUrl: string,
    private readonly tables: readonly string[],
  ) {}

  ensureAhead(): Promise<void> {
    return this.connected((client) => ensureWeeksAhead(client, this.tables));
  }

  /** Part of the unit of work. Sent at once, so that what is sent after it finds the partitions of these ids. */
  async ensure(ids: readonly string[]): Promise<void> {
    const weeks = new Set(ids.map(weekOf));
    await Promise.all(
      [...weeks].filter((week) => !this.known.has(week)).map((week) => this.ensureWeek(week)),
    );
  }

  /** Drops the weeks that have ended before this moment. Nobody who reads or writes the others waits for it. */
  dropBefore(moment: Date): Promise<void> {
    return this.connected(async (client) => {
      this.known.clear();
      // What belongs to events goes before them.
      for (const table of [...this.tables].reverse()) {
        const { rows } = await client.query<Partition>(PARTITIONS_BEFORE, [table, moment]);
        for (const partition of rows) await dropPartition(client, table, partition);
        // The server itself counts the rows of partitions alone.
        if (rows.length > 0) await client.query(`analyze ${table}`);
      }
    });
  }

  private async ensureWeek(week: number): Promise<void> {
    const transaction = currentTransaction();
    transaction.afterCommit(() => this.known.add(week));
    const values = [this.tables, new Date(week * WEEK_MS + FIRST_MONDAY_MS)];
    await transaction.query({ text: 'select ensure_week($1, $2)', values });
  }

  private connected(work: (client: ClientBase) => Promise<void>): Promise<void> {
    return withConnection(this.directUrl, async (client) => {
      // Not as the connection's own options, which a pooler in session mode refuses.
      await client.query(LIMITS);
      await work(client);
    });
  }
}

async function dropPartition(client: ClientBase, table: string, partition: Partition): Promise<void> {
  const { name, isAttached, isPending } = partition;
  if (isAttached) {
    await client.query(`comment on table ${name} is '${TO_BE_DROPPED}'`);
    await client.query(
      `alter table ${table} detach partition ${name} ${isPending ? 'finalize' : 'concurrently'}`,
    );
  }
  await client.query(`drop table ${name}`);
}

/** Weeks begin on Mondays in UTC; the first Monday of 1970 was the fifth day. */
const FIRST_MONDAY_MS = 4 * DAY_MS;

const weekOf = (id: string): number => Math.floor((momentOfUuid(id) - FIRST_MONDAY_MS) / WEEK_MS);
