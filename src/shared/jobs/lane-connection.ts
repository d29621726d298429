import type { Client } from 'pg';
import { connectionOptions } from '../database/driver/connection-options.js';
import { setPlanning } from '../database/driver/service-client.js';
import { SessionClient } from '../database/driver/session-client.js';

/** Longer than any query of this connection takes. A server that does not answer within this time is down. */
const QUERY_TIMEOUT_MS = 5000;

const LOCK = 'select pg_try_advisory_lock(hashtextextended($1, 2)) as "isLocked"';
const UNLOCK = 'select pg_advisory_unlock(hashtextextended($1, 2))';

/** SQL whose plan the server keeps, under this name. */
export interface KeptStatement {
  name: string;
  text: string;
}

interface Listener {
  onNotification(payload: string): void;
  /** The locks are lost with the connection. */
  onLost(): void;
}

/**
 * A separate connection to the database. It receives notifications of new work, and it holds the locks of the lanes
 * that this process runs. When the process dies, so does the connection, and another process can lock the lanes at
 * once.
 */
export class LaneConnection {
  private client?: Client;

  constructor(
    private readonly url: string,
    private readonly channel: string,
    private readonly listener: Listener,
  ) {}

  get isOpen(): boolean {
    return this.client !== undefined;
  }

  async open(): Promise<void> {
    const client = new SessionClient({
      application_name: 'foyer-lanes',
      ...connectionOptions(this.url),
      connectionTimeoutMillis: QUERY_TIMEOUT_MS,
      query_timeout: QUERY_TIMEOUT_MS,
      keepAlive: true,
      pipeline: true,
    });
    client.on('error', () => this.lose(client)).on('end', () => this.lose(client));
    client.on('notification', ({ payload = '' }) => this.listener.onNotification(payload));
    try {
      await client.connect();
      await client.query(`select ${setPlanning('false')}; listen ${this.channel}`);
    } catch (error) {
      void client.end();
      throw error;
    }
    this.client = client;
  }

  /** Returns false if another process has the lane. */
  async acquire(laneId: string): Promise<boolean> {
    const [row] = await this.query<{ isLocked: boolean }>(LOCK, this.lockName(laneId));
    return row!.isLocked;
  }

  async release(laneId: string): Promise<void> {
    if (this.isOpen) await this.query(UNLOCK, this.lockName(laneId));
  }

  async query<Row extends object>(
    statement: string | KeptStatement,
    ...values: (string | string[])[]
  ): Promise<Row[]> {
    const { client } = this;
    if (!client) throw new Error('The connection is lost.');
    try {
      return (await client.query<Row>(statement, values)).rows;
    } catch (error) {
      // Perhaps only the answer is late, but it is no longer certain that the locks are still held.
      this.lose(client);
      void client.end();
      throw error;
    }
  }

  async close(): Promise<void> {
    const { client } = this;
    this.client = undefined;
    await client?.end();
  }

  private lose(client: Client): void {
    if (this.client !== client) return;
    this.client = undefined;
    this.listener.onLost();
  }

  private lockName(laneId: string): string {
    return `${this.channel} ${laneId}`;
  }
}
