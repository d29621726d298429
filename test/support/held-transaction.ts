import { Client, type QueryResult, type QueryResultRow } from 'pg';
import type { TestService } from './test-service.js';
import { until } from './until.js';

/** Those who wait for this transaction, and those who wait for them. Views of locks, unlike activity, are never cached. */
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
 * A transaction on a connection of its own, as another process has one. It stays open until the test commits or rolls
 * it back, or is over. What the service does meanwhile waits for the locks that it has.
 */
export class HeldTransaction {
  private constructor(private readonly client: Client) {}

  /** With its first statement, which may lock something. */
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

  /** With the lock of a matter of a tenant that the service takes as a `TenantLock`. */
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

  /** Starts an act that must wait for this transaction, commits once it waits, and answers what comes of it. */
  async commitAheadOf<Result>(act: PromiseLike<Result>): Promise<Result> {
    const waiting = await this.holdsUp(act);
    await this.commit();
    return waiting.result;
  }

  /** The same for an act that shall find everything as it was. */
  async rollbackAheadOf<Result>(act: PromiseLike<Result>): Promise<Result> {
    const waiting = await this.holdsUp(act);
    await this.rollback();
    return waiting.result;
  }

  /**
   * Starts an act, and returns once the database holds it up because of this transaction; fails where it is done
   * instead. With a number: once so many wait, for acts that were started before.
   */
  async holdsUp<Result>(act: PromiseLike<Result>, count = 1): Promise<{ result: Promise<Result> }> {
    let isDone = false;
    const result = Promise.resolve(act).finally(() => (isDone = true));
    // The caller awaits it later; until then, a failure is nobody's.
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

  /** How many wait for it in the database, or for those who do. */
  async waiters(): Promise<number> {
    return (await this.client.query(WAITERS)).rowCount!;
  }
}

async function outcomeOf(result: Promise<unknown>): Promise<string> {
  const { status, text } = (await result.catch(String)) as { status?: number; text?: string };
  return status === undefined ? 'it was done.' : `it was answered ${status} ${text}`;
}
