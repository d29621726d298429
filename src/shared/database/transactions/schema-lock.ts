import type { Client } from 'pg';
import { connectionOptions } from '../driver/connection-options.js';
import { SessionClient } from '../driver/session-client.js';
import { FLOOR_CHANNEL, floorIn, HOLD_SCHEMA, RELEASE_SCHEMA } from '../driver/schema-floor.js';

/** A server that does not answer within this time is down. */
const QUERY_TIMEOUT_MS = 5000;

/**
 * The shared lock of this process on the schema, on a connection of its own. The connection also receives announcements
 * of contracting migrations. It is opened on demand, and again after it was lost.
 */
export class SchemaLock {
  private client?: Client;
  private isTaken = false;

  constructor(
    private readonly url: string,
    private readonly onAnnounced: (floor: number) => void,
  ) {}

  get isHeld(): boolean {
    return this.isTaken;
  }

  async floor(): Promise<number> {
    const client = this.client ?? (await this.connect());
    return floorIn(client).catch((error: unknown) => {
      this.lose(client);
      throw error;
    });
  }

  /** Returns false while a contracting migration has the lock alone, or waits for it. */
  async take(): Promise<boolean> {
    const client = this.client ?? (await this.connect());
    const { rows } = await client.query<{ isHeld: boolean }>(HOLD_SCHEMA).catch((error: unknown) => {
      // Otherwise the server may still execute it, and the session would have the lock twice.
      this.lose(client);
      throw error;
    });
    if (this.client === client) this.isTaken = rows[0]!.isHeld;
    return this.isTaken;
  }

  async release(): Promise<void> {
    const { client } = this;
    if (!client || !this.isTaken) return;
    this.isTaken = false;
    await client.query(RELEASE_SCHEMA).catch(() => this.lose(client));
  }

  async close(): Promise<void> {
    const { client } = this;
    this.client = undefined;
    await client?.end().catch(() => undefined);
  }

  private async connect(): Promise<Client> {
    const client = new SessionClient({
      application_name: 'foyer-schema',
      ...connectionOptions(this.url),
      connectionTimeoutMillis: QUERY_TIMEOUT_MS,
      query_timeout: QUERY_TIMEOUT_MS,
      keepAlive: true,
    });
    client.on('error', () => this.lose(client)).on('end', () => this.lose(client));
    client.on('notification', ({ payload }) => this.onAnnounced(Number(payload)));
    try {
      await client.connect();
      await client.query(`listen ${FLOOR_CHANNEL}`);
    } catch (error) {
      void client.end().catch(() => undefined);
      throw error;
    }
    return (this.client = client);
  }

  private lose(client: Client): void {
    if (this.client !== client) return;
    this.client = undefined;
    this.isTaken = false;
    void client.end().catch(() => undefined);
  }
}
