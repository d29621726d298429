import { EntityManager } from '@mikro-orm/postgresql';
import type { QueryConfig, QueryResultRow } from 'pg';
import { LockHeld, type HeldLocks } from './lock-queue.js';
import { transactionContext } from '../../libraries/mikro-orm-internals.js';
import { isOutdated, isStalePlan, isUnavailable } from '../driver/postgres-errors.js';
import { ASSERT_BUILT_FOR } from '../driver/schema-floor.js';
import type { ServiceClient } from '../driver/service-client.js';
import { Statement, type Answer } from '../driver/statement-batch.js';

const BEGIN = { name: 'begin', text: 'begin' };
const COMMIT = { name: 'commit', text: 'commit' };
const assertBuiltFor = (built: number) => ({
  name: 'assert_built_for',
  text: ASSERT_BUILT_FOR,
  values: [built],
});
const ignore = () => undefined;

/** A connection for several statements. */
export interface Connection {
  client: ServiceClient;
  /** A broken connection does not return to the pool. */
  release(isBroken: boolean): void;
}

/** What a transaction needs from its unit of work. A transaction is one try of it. */
interface TransactionSource {
  connect(): Promise<Connection>;
  newManager(): EntityManager;
  locks: HeldLocks;
  /** If false, statements are sent without their names, so that the server plans each of them anew. */
  usesKeptPlans: boolean;
  /** The transaction fails if the schema needs a later migration. Not set: it is not asked. */
  builtFor?: number;
}

/**
 * One transaction on one connection, which it takes when it sends its first statement. The connection keeps the order
 * of statements, so nobody has to wait for an answer without content: `begin` is sent together with the first query,
 * and the last writes together with the commit.
 */
export class Transaction {
  private connecting?: Promise<void>;
  private connection?: Connection;
  /** Statements of the same instant, or issued while connecting, are sent in one piece. */
  private unsent: Statement[] = [];
  private isOver = false;
  private manager?: EntityManager;
  private lockHeld?: LockHeld;
  private refusal: unknown;
  private readonly refuse = (error: unknown) => void (this.refusal = error);
  private readonly lastWrites: (() => Promise<unknown>)[] = [];
  private readonly onCommitted: (() => void)[] = [];

  constructor(private readonly source: TransactionSource) {}

  async query<Row extends QueryResultRow>(query: QueryConfig): Promise<Answer<Row>> {
    try {
      return await new Promise<Answer<Row>>((resolve, reject) =>
        this.send(query, resolve as (answer: Answer) => void, reject),
      );
    } catch (error) {
      // Otherwise the stack would point to the code that reads answers, not to the caller.
      if (error instanceof Error) Error.captureStackTrace(error);
      throw error;
    }
  }

  /**
   * Waits for other transactions of this process that hold this lock, then holds it until the end. A transaction that
   * already has a connection or a lock does not wait: it ends, and the unit of work restarts.
   */
  async waitForLock(lock: string): Promise<void> {
    try {
      await this.source.locks.acquire(lock, this.connecting !== undefined);
    } catch (error) {
      if (error instanceof LockHeld) this.lockHeld = error;
      throw error;
    }
  }

  /** Created on first use: a use case without entities does not pay for it. */
  get em(): EntityManager {
    return (this.manager ??= this.openManager());
  }

  /** For writes that come after all others. The callback must send all its queries before it awaits anything. */
  beforeCommit(write: () => Promise<unknown>): void {
    this.lastWrites.push(write);
  }

  /** For notifications after the commit. The callback must not fail. */
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
      // Even if the work caught the error: it continued without the lock.
      if (this.lockHeld) throw this.lockHeld;
      await this.commit();
      this.connection?.release(false);
      return result;
    } catch (error) {
      await this.abandon(error);
      // Behind a pooler, the statements after it fail with another error.
      if (isOutdated(this.refusal)) throw this.refusal;
      // Rethrows the original error: the ORM wraps it in its own error and keeps only its text.
      await this.connecting;
      throw error;
    }
  }

  private async commit(): Promise<void> {
    await this.manager?.flush();
    const written = this.lastWrites.map((write) => write());
    // After a failed write, the server skips the commit or treats it as a rollback.
    const committed = this.connecting && this.query(COMMIT);
    this.isOver = true;
    await Promise.all([...written, committed]);
    if (committed && (await committed).command !== 'COMMIT')
      throw new Error('A statement failed, and its error was not handled.');
  }

  /** A connection that may not be clean does not return to the pool. */
  private async abandon(error: unknown): Promise<void> {
    this.isOver = true;
    for (const { reject } of this.unsent.splice(0)) reject(error);
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

  private send(
    query: QueryConfig,
    resolve: (answer: Answer) => void,
    reject: (error: unknown) => void,
  ): void {
    // Its connection may already be in use by another transaction.
    if (this.isOver) throw new Error('A statement was issued after the end of its transaction.');
    this.unsent.push(this.statementOf(query, resolve, reject));
    if (!this.connection) (this.connecting ??= this.connect()).catch(reject);
    else if (this.unsent.length === 1) process.nextTick(() => this.sendAll());
  }

  private async connect(): Promise<void> {
    this.connection = await this.source.connect();
    // If `begin` fails, so do the statements after it.
    const first = [this.statementOf(BEGIN, ignore, ignore)];
    const { builtFor } = this.source;
    if (builtFor !== undefined) first.push(this.statementOf(assertBuiltFor(builtFor), ignore, this.refuse));
    this.unsent.unshift(...first);
    this.sendAll();
  }

  private statementOf(
    query: QueryConfig,
    ...answers: [Statement['resolve'], Statement['reject']]
  ): Statement {
    return new Statement(this.source.usesKeptPlans ? query : { ...query, name: undefined }, ...answers);
  }

  private sendAll(): void {
    const statements = this.unsent;
    if (statements.length === 0) return;
    this.unsent = [];
    this.connection!.client.send(statements);
  }

  private openManager(): EntityManager {
    const em = this.source.newManager();
    em.setTransactionContext(transactionContext((statement) => this.query(statement)));
    return em;
  }
}
