import { Pool, type QueryConfig, type QueryResult, type QueryResultRow } from 'pg';
import type { PoolSize } from '../driver/connection.js';
import { FairQueue } from './fair-queue.js';
import { busy } from '../../kernel/errors.js';
import { isLateToConnect, isStalePlan } from '../driver/postgres-errors.js';
import { serviceClient } from '../driver/service-client.js';
import type { Connection } from './transaction.js';
import { currentContext, type WorkKind } from './work-context.js';

/** A server that has answered within this time is up. */
const ANSWERS_WITHIN_MS = 1000;

/** Maximum waiting tasks of one tenant in each queue. More would not be served in time, and would only fill the memory. */
const MAX_WAITING = 1000;

/** Nobody waits for the result of a job or a lane. */
const BACKGROUND_WAIT_MS = 30_000;

/**
 * Number of connections for each kind of work. Requests have the configured number. Jobs, lanes and the service's own
 * queries have additional ones, so that no flood of requests stops them. A reserve serves requests of tenants that have
 * no connection in use.
 */
function sharesOf(max: number): Record<WorkKind | 'reserve', number> {
  const part = (share: number) => Math.max(1, Math.ceil(max * share));
  return { request: max, reserve: part(0.2), job: part(0.4), lane: part(0.2), service: part(0.2) };
}

function queueOf(max: number, waitMs: number, reserve = 0): FairQueue {
  return new FairQueue({ max, reserve, waitMs, maxWaiting: MAX_WAITING });
}

/** Pool size at which nobody whose turn has come waits for a connection. */
export function poolSizeFor(max: number): number {
  return Object.values(sharesOf(max)).reduce((sum, share) => sum + share, 0);
}

/** The only access to the pool: each kind of work has its share of it, and within a share the tenants take turns. */
export class ConnectionShares {
  readonly queues: Readonly<Record<WorkKind, FairQueue>>;
  private answeredAt = -Infinity;

  constructor(
    private readonly pool: Pool,
    { max, waitMs }: PoolSize,
  ) {
    const { request, reserve, job, lane, service } = sharesOf(max);
    this.queues = {
      request: queueOf(request, waitMs, reserve),
      job: queueOf(job, BACKGROUND_WAIT_MS),
      lane: queueOf(lane, BACKGROUND_WAIT_MS),
      service: queueOf(service, waitMs),
    };
  }

  async query<Row extends QueryResultRow>(query: QueryConfig, kind?: WorkKind): Promise<QueryResult<Row>> {
    const [queue, owner] = this.queueFor(kind);
    const turn = queue.acquire(owner);
    if (turn) await turn;
    try {
      const result = await this.send<Row>(query);
      this.answeredAt = performance.now();
      return result;
    } catch (error) {
      throw this.reasonOf(error);
    } finally {
      queue.release(owner);
    }
  }

  async connect(): Promise<Connection> {
    const [queue, owner] = this.queueFor();
    const turn = queue.acquire(owner);
    if (turn) await turn;
    try {
      const client = await this.pool.connect();
      const release = (isBroken: boolean) => {
        if (!isBroken) this.answeredAt = performance.now();
        client.release(isBroken);
        queue.release(owner);
      };
      return { client: serviceClient(client), release };
    } catch (error) {
      queue.release(owner);
      throw this.reasonOf(error);
    }
  }

  /** If the server answers others, it is not down: this process is too busy to connect in time. */
  private reasonOf(error: unknown): unknown {
    const isServerThere = performance.now() - this.answeredAt < ANSWERS_WITHIN_MS;
    return isServerThere && isLateToConnect(error) ? busy() : error;
  }

  private queueFor(kind?: WorkKind): [FairQueue, owner: string] {
    const context = currentContext();
    return [this.queues[kind ?? context?.kind ?? 'request'], context?.tenantId ?? ''];
  }

  /** If only the plan was stale, sends the query again without a name, so that it is planned anew. */
  private async send<Row extends QueryResultRow>(query: QueryConfig): Promise<QueryResult<Row>> {
    try {
      return await this.pool.query<Row>(query);
    } catch (error) {
      if (!isStalePlan(error)) throw error;
      return this.pool.query<Row>({ ...query, name: undefined });
    }
  }
}
