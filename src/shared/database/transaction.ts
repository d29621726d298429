import type { Socket } from 'node:net';
import { EntityManager } from '@mikro-orm/postgresql';
import type { PoolClient, QueryConfig, QueryResult, QueryResultRow } from 'pg';

/**
 * One transaction on one connection. The connection keeps the order of what it is sent, so nobody has to wait
 * for an answer that says nothing: the opening goes out together with the first question, and what is
 * written last together with the commit.
 */
export class Transaction {
  private manager?: EntityManager;
  private readonly lastWrites: (() => Promise<unknown>)[] = [];

  constructor(
    private readonly client: PoolClient,
    private readonly newManager: () => EntityManager,
  ) {}

  query<Row extends QueryResultRow>(query: QueryConfig): Promise<QueryResult<Row>> {
    this.gather();
    return this.client.query<Row>(query);
  }

  /** What is sent at one moment goes out in one piece. */
  private gather(): void {
    const { stream } = this.client.connection as unknown as { stream: Socket };
    if (stream.writableCorked > 0) return;
    stream.cork();
    process.nextTick(() => stream.uncork());
  }

  /** Made when first asked for: a use case without entities does not pay for them. */
  get em(): EntityManager {
    return (this.manager ??= this.openManager());
  }

  /** For what is written once all else is. */
  beforeCommit(write: () => Promise<unknown>): void {
    this.lastWrites.push(write);
  }

  async run<Result>(work: () => Promise<Result>): Promise<Result> {
    const begun = this.query({ text: 'begin' });
    const [result] = await Promise.all([work(), begun]);
    await this.manager?.flush();
    const written = this.lastWrites.map((write) => write());
    // After a write that failed, the server takes a commit for a rollback.
    const committed = this.query({ text: 'commit' });
    await Promise.all([...written, committed]);
    if ((await committed).command !== 'COMMIT') throw new Error('A statement failed, and nobody noticed.');
    return result;
  }

  private openManager(): EntityManager {
    const em = this.newManager();
    // All that the ORM asks of a transaction that somebody else opened and will close.
    const context = {
      executeQuery: async ({ sql, parameters }: { sql: string; parameters: readonly unknown[] }) => {
        const { rows, rowCount } = await this.client.query(sql, [...parameters]);
        return { rows: rows as unknown[], numAffectedRows: BigInt(rowCount ?? 0) };
      },
    };
    em.setTransactionContext(context);
    return em;
  }
}
