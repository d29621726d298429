import { Client } from 'pg';

/** Longer than any question that is asked here takes: a server that says nothing for so long is away. */
const SILENCE_MS = 5000;

/** So that the server notices soon when the machine of a worker is gone. */
const KEEP_ALIVE = `
  set tcp_keepalives_idle = 10; set tcp_keepalives_interval = 3; set tcp_keepalives_count = 3`;

const TAKE = 'select pg_try_advisory_lock(hashtextextended($1, 2)) as taken';
const LEAVE = 'select pg_advisory_unlock(hashtextextended($1, 2))';

/**
 * A connection of its own to the database. It hears of new work, and it holds the lanes that this process serves: when
 * the process dies, so does the connection, and another process can have them at once.
 */
export class LaneConnection {
  private client?: Client;

  constructor(
    private readonly url: string,
    private readonly channel: string,
    private readonly on: { told: (message: string) => void; lost: () => void },
  ) {}

  get isOpen(): boolean {
    return this.client !== undefined;
  }

  async open(): Promise<void> {
    const client = new Client({
      connectionString: this.url,
      application_name: 'foyer-lanes',
      connectionTimeoutMillis: SILENCE_MS,
      query_timeout: SILENCE_MS,
      keepAlive: true,
      pipeline: true,
    });
    client.on('error', () => this.lose(client)).on('end', () => this.lose(client));
    client.on('notification', ({ payload = '' }) => this.on.told(payload));
    try {
      await client.connect();
      await client.query(`${KEEP_ALIVE}; listen ${this.channel}`);
    } catch (error) {
      void client.end();
      throw error;
    }
    this.client = client;
  }

  /** At most one process has a lane at a time. */
  async take(lane: string): Promise<boolean> {
    const [answer] = await this.ask<{ taken: boolean }>(TAKE, this.nameOf(lane));
    return answer!.taken;
  }

  async leave(lane: string): Promise<void> {
    if (this.isOpen) await this.ask(LEAVE, this.nameOf(lane));
  }

  async ask<Row extends object>(text: string, ...values: string[]): Promise<Row[]> {
    const { client } = this;
    if (!client) throw new Error('The connection is lost.');
    try {
      return (await client.query<Row>(text, values)).rows;
    } catch (error) {
      // It may be that only the answer is late; what is held over it is not sure any more.
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
    this.on.lost();
  }

  private nameOf(lane: string): string {
    return `${this.channel} ${lane}`;
  }
}
