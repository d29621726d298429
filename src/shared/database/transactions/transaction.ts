import { EntityManager } from '@mikro-orm/postgresql';
import type { QueryConfig, QueryResultRow } from 'pg';
import { LockHeld, type HeldLocks } from './lock-queue.js';
import { transactionContext } from '../../libraries/mikro-orm-internals.js';
import { isStalePlan, isUnavailable } from '../driver/postgres-errors.js';
import type { ServiceClient } from '../driver/service-client.js';
import { Statement, type Answer } from '../driver/statement-batch.js';

const BEGIN = { name: 'begin', text: 'begin' };
const COMMIT = { name: 'commit', text: 'commit' };
const ignore = () => undefined;

/** A connection for several statements. */
export interface Connection {
  client: ServiceClient;
  /** One that is broken does not go back into the pool. */
  release(isBroken: boolean): void;
}

/** What a transaction needs of the unit of work that it is one try of. */
interface TransactionSource {
  connect(): Promise<Connection>;
  newManager(): EntityManager;
  locks: HeldLocks;
  /** Where it is false, statements are sent without their names, so that the server plans each of them anew. */
  usesKeptPlans: boolean;
}

/**
 * One transaction on one connection, which it takes when it has something to ask. The connection keeps the order of
 * what it is sent, so nobody has to wait for an answer that says nothing: the opening goes out together with the first
 * question, and what is written last together with the commit.
 */
export class Transaction {
  private connecting?: Promise<void>;
  private connection?: Connection;
  /** What is asked at one moment, or while it is connecting, goes out in one piece. */
  private unsent: Statement[] = [];
  private isOver = false;
  private manager?: EntityManager;
  private lockHeld?: LockHeld;
  private readonly lastWrites: (() => Promise<unknown>)[] = [];
  private readonly onCommitted: (() => void)[] = [];

  constructor(private readonly source: TransactionSource) {}

  async query<Row extends QueryResultRow>(query: QueryConfig): Promise<Answer<Row>> {
    try {
      return await new Promise<Answer<Row>>((resolve, reject) =>
        this.send(query, resolve as (answer: Answer) => void, reject),
      );
    } catch (error) {
      // Else it would lead to where answers are read, instead of to whoever asked.
      if (error instanceof Error) Error.captureStackTrace(error);
      throw error;
    }
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

  /** For what is written once all else is. It must ask all that it asks before it waits for anything. */
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
      // As it was thrown: the ORM makes an error of its own of it, and keeps nothing but its text.
      await this.connecting;
      throw error;
    }
  }

  private async commit(): Promise<void> {
    await this.manager?.flush();
    const written = this.lastWrites.map((write) => write());
    // After a write that failed, the server skips it, or takes it for a rollback.
    const committed = this.connecting && this.query(COMMIT);
    this.isOver = true;
    await Promise.all([...written, committed]);
    if (committed && (await committed).command !== 'COMMIT')
      throw new Error('A statement failed, and nobody noticed.');
  }

  /** A connection that can't be trusted to be clean does not go back into the pool. */
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
    // Its connection may be another's by now.
    if (this.isOver) throw new Error('A statement came after the end of its transaction.');
    this.unsent.push(this.statementOf(query, resolve, reject));
    if (!this.connection) (this.connecting ??= this.connect()).catch(reject);
    else if (this.unsent.length === 1) process.nextTick(() => this.sendAll());
  }

  private async connect(): Promise<void> {
    this.connection = await this.source.connect();
    // Where it fails, so does what follows.
    this.unsent.unshift(this.statementOf(BEGIN, ignore, ignore));
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
