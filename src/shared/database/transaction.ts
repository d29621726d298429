import type { Socket } from 'node:net';
import { EntityManager } from '@mikro-orm/postgresql';
import type { PoolClient, QueryConfig, QueryResult, QueryResultRow } from 'pg';
import { LockHeld, type HeldLocks } from './lock-queue.js';
import { isStalePlan, isUnavailable } from './postgres-errors.js';

/** A connection for several statements. */
export interface Connection {
  client: PoolClient;
  /** One that is broken does not go back into the pool. */
  release(isBroken: boolean): void;
}

/** What a transaction needs of the unit of work that it is one try of. */
interface TransactionSource {
  connect(): Promise<Connection>;
  newManager(): EntityManager;
  locks: HeldLocks;
}

/**
 * One transaction on one connection, which it takes when it has something to ask. The connection keeps the order of
 * what it is sent, so nobody has to wait for an answer that says nothing: the opening goes out together with the first
 * question, and what is written last together with the commit.
 */
export class Transaction {
  private connecting?: Promise<void>;
  private connection?: Connection;
  /** What is asked while it is connecting. */
  private readonly unsent: (() => void)[] = [];
  private manager?: EntityManager;
  private lockHeld?: LockHeld;
  private readonly lastWrites: (() => Promise<unknown>)[] = [];
  private readonly onCommitted: (() => void)[] = [];

  constructor(private readonly source: TransactionSource) {}

  query<Row extends QueryResultRow>(query: QueryConfig): Promise<QueryResult<Row>> {
    return this.connection ? this.send(this.connection, query) : this.connectAndSend(query);
  }

  /**
   * Waits for other transactions of this process that have this lock, which is held until the end. A transaction that
   * already has a connection or a lock does not wait with them: it ends, and the unit of work begins again.
   */
  async waitForLock(lock: string): Promise<void> {
    try {
      await this.source.locks.acquire(lock, this.connecting !== undefined);
    } catch (error) {
      if (error instanceof LockHeld) this.lockHeld = error;
      throw error;
    }
  }

  /** Made when first asked for: a use case without entities does not pay for them. */
  get em(): EntityManager {
    return (this.manager ??= this.openManager());
  }

  /** For what is written once all else is. */
  beforeCommit(write: () => Promise<unknown>): void {
    this.lastWrites.push(write);
  }

  /** For what others are told of once it is so. It must not fail. */
  afterCommit(act: () => void): void {
    this.onCommitted.push(act);
  }

  async run<Result>(work: () => Promise<Result>): Promise<Result> {
    const result = await this.runAndCommit(work);
    for (const act of this.onCommitted) act();
    return result;
  }

  private async runAndCommit<Result>(work: () => Promise<Result>): Promise<Result> {
    try {
      const result = await work();
      // Whatever the work made of it: it went on without the lock.
      if (this.lockHeld) throw this.lockHeld;
      await this.commit();
      this.connection?.release(false);
      return result;
    } catch (error) {
      await this.abandon(error);
      throw error;
    }
  }

  private async commit(): Promise<void> {
    await this.manager?.flush();
    const written = this.lastWrites.map((write) => write());
    if (!this.connecting) return;
    // After a write that failed, the server takes a commit for a rollback.
    const committed = this.query({ text: 'commit' });
    await Promise.all([...written, committed]);
    if ((await committed).command !== 'COMMIT') throw new Error('A statement failed, and nobody noticed.');
  }

  /** A connection that can't be trusted to be clean does not go back into the pool. */
  private async abandon(error: unknown): Promise<void> {
    await this.connecting?.catch(() => undefined);
    if (!this.connection) return;
    const isLost = isUnavailable(error) || isStalePlan(error);
    const isClean =
      !isLost &&
      (await this.connection.client.query('rollback').then(
        () => true,
        () => false,
      ));
    this.connection.release(!isClean);
  }

  private connectAndSend<Row extends QueryResultRow>(query: QueryConfig): Promise<QueryResult<Row>> {
    return new Promise((resolve, reject) => {
      this.unsent.push(() => void this.send<Row>(this.connection!, query).then(resolve, reject));
      this.connecting ??= this.connect();
      this.connecting.catch(reject);
    });
  }

  private async connect(): Promise<void> {
    this.connection = await this.source.connect();
    // Where it fails, so does what follows.
    this.send(this.connection, { text: 'begin' }).catch(() => undefined);
    for (const send of this.unsent) send();
  }

  private send<Row extends QueryResultRow>(
    { client }: Connection,
    query: QueryConfig,
  ): Promise<QueryResult<Row>> {
    const { stream } = client.connection as unknown as { stream: Socket };
    gather(stream);
    return client.query<Row>(query);
  }

  private openManager(): EntityManager {
    const em = this.source.newManager();
    // All that the ORM asks of a transaction that somebody else opened and will close.
    const context = {
      executeQuery: async ({ sql, parameters }: { sql: string; parameters: readonly unknown[] }) => {
        const { rows, rowCount } = await this.query({ text: sql, values: [...parameters] });
        return { rows: rows as unknown[], numAffectedRows: BigInt(rowCount ?? 0) };
      },
    };
    em.setTransactionContext(context);
    return em;
  }
}

/** What is sent at one moment goes out in one piece. */
function gather(stream: Socket): void {
  if (stream.writableCorked > 0) return;
  stream.cork();
  process.nextTick(() => stream.uncork());
}
