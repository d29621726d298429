import type { Socket } from 'node:net';
import { types, type ClientBase, type ClientConfig } from 'pg';
import { clock } from '../../kernel/clock.js';
import { limitedTransactions } from './limited-transactions.js';
import { processIdOf, socketOf } from '../../libraries/pg-internals.js';
import { SessionClient } from './session-client.js';
import { setLimits } from './session-limits.js';
import { setSettings } from './session-settings.js';
import { millis } from './sql.js';
import { KnownColumns, StatementBatch, type Statement } from './statement-batch.js';

/**
 * The server keeps a plan while tables grow. A plan made for a few rows would read the whole table each time, until the
 * server has counted its rows again (decision 81). All keys begin with the tenant, so there is an index to use. If
 * there is none, servers before version 18 estimate such a high cost that they would compile the statement, so `jit` is
 * off, too.
 */
export const setPlanning = (isLocal: string): string =>
  `set_config('enable_seqscan', 'off', ${isLocal}), set_config('jit', 'off', ${isLocal})`;

interface ServerSession {
  pid: number;
  timeMs: number;
}

/** The pool opens only connections of our class. */
export const serviceClient = (client: ClientBase): ServiceClient => client as ServiceClient;

/**
 * A pool connection for requests. A pooler such as PgBouncer is recognised by a process id that differs from the
 * server's. Behind a pooler, settings and prepared statements would remain in a session that others use next.
 */
export class ServiceClient extends SessionClient {
  /** There is a pooler between this process and the server. */
  isPooled = false;
  private readonly columns: KnownColumns;

  constructor(config?: ClientConfig) {
    super(config);
    this.columns = new KnownColumns(config?.types ?? types);
    // The pool listens only once the connection is set up.
    this.on('error', () => undefined);
  }

  get stream(): Socket {
    return socketOf(this);
  }

  /** Sends all statements in one piece. If one fails, the server skips those after it. */
  send(statements: readonly Statement[]): void {
    if (this.isPooled) this.sendOneByOne(statements);
    else this.query(new StatementBatch(statements, this.columns));
  }

  private sendOneByOne(statements: readonly Statement[]): void {
    this.stream.cork();
    try {
      for (const { text, values, resolve, reject } of statements)
        this.query({ text, values: [...values] }).then(resolve, reject);
    } finally {
      this.stream.uncork();
    }
  }

  protected override async setUp(): Promise<void> {
    const processId = processIdOf(this);
    // A setting that is local to this statement has no effect: behind a pooler nothing is set.
    const isLocal = `pg_backend_pid() <> ${processId}`;
    const sentMs = Date.now();
    const { rows } = await this.query<ServerSession>(
      `select pg_backend_pid() as pid, ${millis('clock_timestamp()')} as "timeMs",
         ${setLimits(isLocal)}, ${setSettings(isLocal)}, ${setPlanning(isLocal)}`,
    );
    const { pid, timeMs } = rows[0]!;
    clock.follow({ sentMs, theirMs: timeMs, receivedMs: Date.now() });
    this.isPooled = pid !== processId;
    if (this.isPooled) this.query = limitedTransactions(this.query.bind(this));
  }
}
