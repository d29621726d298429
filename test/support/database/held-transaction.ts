import { Client, type QueryResult, type QueryResultRow } from 'pg';
import type { TestService } from '../test-service.js';
import { until } from '../until.js';

/** Backends that wait for this transaction, directly or not. Views of locks, unlike activity, are never cached. */
const WAITERS = `
  with recursive waiter (pid) as (
    select pg_backend_pid()
    union
    select l.pid from pg_locks l join waiter w on not l.granted and w.pid = any(pg_blocking_pids(l.pid))
  )
  select pid from waiter where pid <> pg_backend_pid()`;

const open = new Set<HeldTransaction>();
afterEach(() => Promise.all([...open].map((held) => held.end())));

/**
 * A transaction on its own connection, like that of another process. It stays open until the test commits it, rolls
 * it back, or ends. The service waits for the locks that it holds.
 */
export class HeldTransaction {
  private constructor(private readonly client: Client) {}

  /** Begins with a first statement, which may lock something. */
  static async begin(
    { databaseUrl }: Pick<TestService, 'databaseUrl'>,
    statement = 'select',
    values: readonly unknown[] = [],
  ): Promise<HeldTransaction> {
    const client = new Client({ connectionString: databaseUrl });
    await client.connect();
    const held = new HeldTransaction(client);
    open.add(held);
    await client.query('begin');
    await held.query(statement, values);
    return held;
  }

  /** Holds the lock of a tenant's matter that the service takes as a `TenantLock`. */
  static ofMatter(service: TestService, matter: string, tenant = service.home): Promise<HeldTransaction> {
    return HeldTransaction.begin(service, 'select pg_advisory_xact_lock(hashtextextended($1, 1))', [
      `${tenant.id} ${matter}`,
    ]);
  }

  query<Row extends QueryResultRow>(
    statement: string,
    values: readonly unknown[] = [],
  ): Promise<QueryResult<Row>> {
    return this.client.query<Row>(statement, [...values]);
  }

  /** Starts an act that must wait for this transaction, commits once it waits, and returns the act's result. */
  async commitAheadOf<Result>(act: PromiseLike<Result>): Promise<Result> {
    const waiting = await this.holdsUp(act);
    await this.commit();
    return waiting.result;
  }

  /** The same for an act that must find everything unchanged: rolls back instead. */
  async rollbackAheadOf<Result>(act: PromiseLike<Result>): Promise<Result> {
    const waiting = await this.holdsUp(act);
    await this.rollback();
    return waiting.result;
  }

  /**
   * Starts an act, and returns once the database blocks it because of this transaction; fails if the act completes
   * instead. With a number: returns once that many wait, for acts that were started before.
   */
  async holdsUp<Result>(act: PromiseLike<Result>, count = 1): Promise<{ result: Promise<Result> }> {
    let isDone = false;
    const result = Promise.resolve(act).finally(() => (isDone = true));
    // The caller awaits it later; until then, nobody handles a rejection.
    result.catch(() => undefined);
    await until(async () => {
      if ((await this.waiters()) >= count) return true;
      if (isDone) throw new Error(`Did not wait for the held transaction: ${await outcomeOf(result)}`);
      return false;
    });
    return { result };
  }

  commit(): Promise<void> {
    return this.end('commit');
  }

  rollback(): Promise<void> {
    return this.end('rollback');
  }

  async end(how: 'commit' | 'rollback' = 'rollback'): Promise<void> {
    if (!open.delete(this)) return;
    await this.client.query(how);
    await this.client.end();
  }

  /** Number of backends that wait for it in the database, directly or indirectly. */
  async waiters(): Promise<number> {
    return (await this.client.query(WAITERS)).rowCount!;
  }
}

async function outcomeOf(result: Promise<unknown>): Promise<string> {
  const { status, text } = (await result.catch(String)) as { status?: number; text?: string };
  return status === undefined ? 'it was done.' : `it was answered ${status} ${text}`;
}
