import { setTimeout as wait } from 'node:timers/promises';
import type { Client } from 'pg';
import { withSession } from '../driver/with-connection.js';

const POLL_INTERVAL_MS = 1000;

/** Interval after which the same message is repeated. */
const REPEAT_MS = 30_000;

const BLOCKERS = `
  select distinct b.pid, b.application_name as name, b.state, coalesce(b.xact_start, b.backend_start) as since
  from pg_stat_activity w, unnest(pg_blocking_pids(w.pid)) as blocker (pid)
  join pg_stat_activity b on b.pid = blocker.pid
  where w.application_name = $1 and w.datname = current_database()`;

interface Blocker {
  pid: number;
  name: string;
  state: string | null;
  since: Date | null;
}

/** Until stopped, reports which sessions block the connections of this name. */
export class LockWaits {
  private readonly said = new Map<number, number>();
  private readonly stopped = new AbortController();

  constructor(
    private readonly url: string,
    private readonly name: string,
    private readonly say: (line: string) => void,
  ) {}

  async watch(): Promise<void> {
    const { signal } = this.stopped;
    while (await wait(POLL_INTERVAL_MS, true, { signal, ref: false }).catch(() => false)) {
      // If the query fails, the next round repeats it.
      for (const blocker of await this.blockers().catch(() => [])) this.tell(blocker);
    }
  }

  stop(): void {
    this.stopped.abort();
  }

  private tell({ pid, name, state, since }: Blocker): void {
    if (Date.now() - (this.said.get(pid) ?? 0) < REPEAT_MS) return;
    this.said.set(pid, Date.now());
    const details = [`"${name}"`, state, since && `since ${since.toISOString()}`].filter(Boolean).join(', ');
    this.say(`The migration waits for a lock that server process ${pid} holds (${details}).`);
  }

  private async blockers(): Promise<Blocker[]> {
    const ask = (client: Client) => client.query<Blocker>(BLOCKERS, [this.name]);
    return (await withSession(this.url, ask, { connectionTimeoutMillis: POLL_INTERVAL_MS })).rows;
  }
}
