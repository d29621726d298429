import type { ClientBase } from 'pg';
import { withSession } from '../driver/with-connection.js';
import { currentTransaction } from '../transactions/work-context.js';
import { DAY_MS } from '../../kernel/durations.js';
import { momentOfUuid } from '../../kernel/ids.js';

/** Time span of a partition, in UTC. */
interface Period {
  name: 'month' | 'week' | 'day';
  /** The periods are numbered. A time is in milliseconds since 1970. */
  numberOf: (time: number) => number;
  startOf: (number: number) => Date;
}

export const MONTH: Period = {
  name: 'month',
  numberOf: (time) => new Date(time).getUTCFullYear() * 12 + new Date(time).getUTCMonth(),
  startOf: (number) => new Date(Date.UTC(Math.floor(number / 12), number % 12)),
};
/** Weeks begin on Mondays; the first Monday of 1970 was the fifth day. */
export const WEEK: Period = { name: 'week', ...spanOf(7, 4) };
export const DAY: Period = { name: 'day', ...spanOf(1, 0) };

function spanOf(days: number, firstDay: number): Pick<Period, 'numberOf' | 'startOf'> {
  return {
    numberOf: (time) => Math.floor((time - firstDay * DAY_MS) / (days * DAY_MS)),
    startOf: (number) => new Date((number * days + firstDay) * DAY_MS),
  };
}

/** Leaves time for readers of an old partition. The next run of the job does the rest. */
const LIMITS = `set lock_timeout = '30s'; set statement_timeout = '10min'`;

/** The partition of the samples, the current one, and two more. */
const ENSURE_AHEAD = `
  select ensure_partitions($1, $2, moment) from (
    select timestamptz '2024-12-01Z' as moment
    union all select generate_series(now(), now() + 2 * ('1 ' || $1)::interval, ('1 ' || $1)::interval)
  ) moments`;

/** Comment on a table that was detached to be dropped. Other tables with such a name are not ours. */
const TO_BE_DROPPED = 'Foyer has detached this table, and drops it.';

/** Partitions of a table that end before a time, including those that a killed run has only detached. */
const PARTITIONS_BEFORE = `
  select c.relname as name, i.inhrelid is not null as "isAttached", coalesce(i.inhdetachpending, false) as "isPending"
  from pg_class whole join pg_class c
    on c.relnamespace = whole.relnamespace and c.relkind in ('r', 'p') and c.relname ~ ('^' || $1 || '_' || $3 || '_\\d{8}$')
    left join pg_inherits i on i.inhrelid = c.oid and i.inhparent = whole.oid
  where whole.oid = $1::regclass
    and (i.inhrelid is not null or obj_description(c.oid, 'pg_class') = '${TO_BE_DROPPED}')
    and right(c.relname, 8) <= to_char($2::timestamptz at time zone 'UTC' - ('1 ' || $3)::interval, 'YYYYMMDD')
  order by c.relname`;

interface Partition {
  name: string;
  isAttached: boolean;
  /** Its detachment was started and interrupted. */
  isPending: boolean;
}

/** Creates the next partitions in advance. Called by `migrate`, by a job each hour, and by a writer that finds none. */
export async function ensureAhead(
  client: ClientBase,
  period: Period,
  tables: readonly string[],
): Promise<void> {
  if (tables.length > 0) await client.query(ENSURE_AHEAD, [period.name, tables]);
}

/** The partitions of all tables that have one per period (decision 68). */
abstract class TimePartitions {
  /** Periods that are known to have partitions, by number. */
  private readonly known = new Set<number>();

  constructor(
    private readonly directUrl: string,
    private readonly tables: readonly string[],
    private readonly period: Period,
  ) {}

  ensureAhead(): Promise<void> {
    return this.connected((client) => ensureAhead(client, this.period, this.tables));
  }

  /** Part of the unit of work. Sent at once, so that later statements find the partitions of these ids. */
  async ensure(ids: readonly string[]): Promise<void> {
    const numbers = new Set(ids.map((id) => this.numberOf(id)));
    await Promise.all(
      [...numbers].filter((number) => !this.known.has(number)).map((number) => this.ensureOne(number)),
    );
  }

  /** Drops partitions that ended before this time, without blocking readers or writers of the others. */
  dropBefore(moment: Date): Promise<void> {
    return this.connected(async (client) => {
      this.known.clear();
      const { name } = this.period;
      // Rows that belong to events are dropped before them.
      for (const table of [...this.tables].reverse()) {
        const { rows } = await client.query<Partition>(PARTITIONS_BEFORE, [table, moment, name]);
        for (const partition of rows) await dropPartition(client, table, partition);
        // The server itself analyzes only the partitions.
        if (rows.length > 0) await client.query(`analyze ${table}`);
      }
    });
  }

  private async ensureOne(number: number): Promise<void> {
    const { name, startOf } = this.period;
    const transaction = currentTransaction();
    transaction.afterCommit(() => this.known.add(number));
    const values = [name, this.tables, startOf(number)];
    await transaction.query({ text: 'select ensure_partitions($1, $2, $3)', values });
  }

  private numberOf(id: string): number {
    return this.period.numberOf(momentOfUuid(id));
  }

  private connected(work: (client: ClientBase) => Promise<void>): Promise<void> {
    return withSession(this.directUrl, async (client) => {
      // Not as options of the connection, which a pooler in session mode rejects.
      await client.query(LIMITS);
      await work(client);
    });
  }
}

export class MonthlyPartitions extends TimePartitions {
  constructor(directUrl: string, tables: readonly string[]) {
    super(directUrl, tables, MONTH);
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
