import type { ClientBase } from 'pg';
import { withConnection } from '../driver/with-connection.js';
import { currentTransaction } from '../transactions/work-context.js';
import { HOUR_MS } from '../../kernel/durations.js';
import { momentOfUuid } from '../../kernel/ids.js';

/** How much time a partition is for. */
interface Period {
  name: 'week' | 'day';
  /** Any length of time has whole hours, whatever clocks do meanwhile. */
  hours: number;
  /** When one of them began, in milliseconds since 1970. */
  begin: number;
}

/** Weeks begin on Mondays in UTC; the first Monday of 1970 was the fifth day. */
export const WEEK: Period = { name: 'week', hours: 168, begin: 96 * HOUR_MS };
export const DAY: Period = { name: 'day', hours: 24, begin: 0 };

/** For whoever still reads an old one. What is not done by then is done by the next run of the job. */
const LIMITS = `set lock_timeout = '30s'; set statement_timeout = '10min'`;

/** The one of the samples, the present one, and two more. */
const ENSURE_AHEAD = `
  select ensure_partitions($1, $2, moment) from (
    select timestamptz '2024-12-01Z' as moment
    union all select generate_series(now(), now() + 2 * ('1 ' || $1)::interval, ('1 ' || $1)::interval)
  ) moments`;

/** On a table that was detached to be dropped. Others of such a name are not ours. */
const TO_BE_DROPPED = 'Foyer has detached this table, and drops it.';

/** Those of a table that end before a moment, also where a run that was killed has detached them and no more. */
const PARTITIONS_BEFORE = `
  select c.relname as name, i.inhrelid is not null as "isAttached", coalesce(i.inhdetachpending, false) as "isPending"
  from pg_class whole join pg_class c
    on c.relnamespace = whole.relnamespace and c.relkind in ('r', 'p') and c.relname ~ ('^' || $1 || '_' || $3 || '_\\d{8}$')
    left join pg_inherits i on i.inhrelid = c.oid and i.inhparent = whole.oid
  where whole.oid = $1::regclass
    and (i.inhrelid is not null or obj_description(c.oid, 'pg_class') = '${TO_BE_DROPPED}')
    and right(c.relname, 8) <= to_char(($2::timestamptz - make_interval(hours => $4)) at time zone 'UTC', 'YYYYMMDD')
  order by c.relname`;

interface Partition {
  name: string;
  isAttached: boolean;
  /** Somebody has begun to detach it, and was interrupted. */
  isPending: boolean;
}

/** So that nobody has to make the next ones in time: `migrate` does it, a job each hour, and whoever finds none. */
export async function ensureAhead(
  client: ClientBase,
  period: Period,
  tables: readonly string[],
): Promise<void> {
  if (tables.length > 0) await client.query(ENSURE_AHEAD, [period.name, tables]);
}

/** The partitions of all tables that have one for each period (decision 68). */
abstract class TimePartitions {
  /** Periods that have partitions for certain, by their number. */
  private readonly known = new Set<number>();

  constructor(
    private readonly directUrl: string,
    private readonly tables: readonly string[],
    private readonly period: Period,
  ) {}

  ensureAhead(): Promise<void> {
    return this.connected((client) => ensureAhead(client, this.period, this.tables));
  }

  /** Part of the unit of work. Sent at once, so that what is sent after it finds the partitions of these ids. */
  async ensure(ids: readonly string[]): Promise<void> {
    const numbers = new Set(ids.map((id) => this.numberOf(id)));
    await Promise.all(
      [...numbers].filter((number) => !this.known.has(number)).map((number) => this.ensureOne(number)),
    );
  }

  /** Drops those that have ended before this moment. Nobody who reads or writes the others waits for it. */
  dropBefore(moment: Date): Promise<void> {
    return this.connected(async (client) => {
      this.known.clear();
      const { name, hours } = this.period;
      // What belongs to events goes before them.
      for (const table of [...this.tables].reverse()) {
        const { rows } = await client.query<Partition>(PARTITIONS_BEFORE, [table, moment, name, hours]);
        for (const partition of rows) await dropPartition(client, table, partition);
        // The server itself counts the rows of partitions alone.
        if (rows.length > 0) await client.query(`analyze ${table}`);
      }
    });
  }

  private async ensureOne(number: number): Promise<void> {
    const { name, hours, begin } = this.period;
    const transaction = currentTransaction();
    transaction.afterCommit(() => this.known.add(number));
    const values = [name, this.tables, new Date(number * hours * HOUR_MS + begin)];
    await transaction.query({ text: 'select ensure_partitions($1, $2, $3)', values });
  }

  private numberOf(id: string): number {
    const { hours, begin } = this.period;
    return Math.floor((momentOfUuid(id) - begin) / (hours * HOUR_MS));
  }

  private connected(work: (client: ClientBase) => Promise<void>): Promise<void> {
    return withConnection(this.directUrl, async (client) => {
      // Not as the connection's own options, which a pooler in session mode refuses.
      await client.query(LIMITS);
      await work(client);
    });
  }
}

export class WeeklyPartitions extends TimePartitions {
  constructor(directUrl: string, tables: readonly string[]) {
    super(directUrl, tables, WEEK);
  }
}

export class DailyPartitions extends TimePartitions {
  constructor(directUrl: string, tables: readonly string[]) {
    super(directUrl, tables, DAY);
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
